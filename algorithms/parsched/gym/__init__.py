"""The queue as an environment of Gymnasium, to learn which job is next.

Needs gymnasium, which nothing else here does: `pip install 'schedweb[gym]'`. A loop of training:

    import gymnasium, algorithms as sched
    from parsched.gym import policy

    jobs = sched.read("KTH-SP2-1996-2.1-cln.swf.gz").workload
    instance = sched.Instance(jobs, sched.Platform.of(100))
    env = gymnasium.make("SchedWeb/Queue-v0", instance=instance, jobs=256, backfill=True)
    shortest_first = policy("sjf")  # what a learned policy has to beat
    for episode in range(100):
        observation, info = env.reset(seed=episode)
        done = False
        while not done:
            action = shortest_first(env)  # or: agent.choose(observation, info["action_mask"])
            observation, reward, done, _, info = env.step(action)
        print(episode, -reward)  # mean bounded slowdown
"""

from parsched.base.extras import extra

with extra("gym"):
    import gymnasium

from parsched.gym.environment import QueueEnv
from parsched.gym.policies import BASELINES, policy

__all__ = ["BASELINES", "ID", "QueueEnv", "policy"]

ID = "SchedWeb/Queue-v0"
"""What `gymnasium.make` takes."""
gymnasium.register(ID, entry_point="parsched.gym.environment:QueueEnv")
