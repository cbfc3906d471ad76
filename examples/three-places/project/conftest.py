import os, sys; sys.path.append(os.path.join(os.path.dirname(__file__), "scripts/agent_probes"))
pytest_plugins = ["agent_probe"]
