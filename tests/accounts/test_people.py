"""Who may log in to this machine."""

import pwd

from schedweb.accounts.people import are_several


def entry(name: str, uid: int, shell: str = "/bin/bash") -> pwd.struct_passwd:
    return pwd.struct_passwd((name, "x", uid, uid, "", f"/home/{name}", shell))


def test_people_have_a_shell_and_no_low_number() -> None:
    system = [
        entry("root", 0),
        entry("daemon", 1, "/usr/sbin/nologin"),
        entry("nobody", 65_534),
        entry("service", 1500, "/bin/false"),
        entry("old", 1501, ""),
    ]
    assert not are_several(system)
    assert not are_several([*system, entry("alice", 1000)])
    assert not are_several([*system, entry("alice", 1000), entry("also-alice", 1000)])
    assert are_several([*system, entry("alice", 1000), entry("bob", 1001, "/usr/bin/zsh")])


def test_this_machine_has_a_list() -> None:
    assert are_several() in (True, False)
