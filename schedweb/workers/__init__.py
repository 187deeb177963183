"""The life cycle of whatever workers compute: claim, heartbeat, recovery, durable results."""
