import sys; sys.path.append("scripts/agent_probes")
pytest_plugins = ["agent_probe"]
