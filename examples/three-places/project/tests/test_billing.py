import os

from billing import total


def test_total_in_euro():
    assert total(1000, "EUR") == 920


def test_total_in_dollars():
    assert total(1000, "USD") == 1000


def test_mode_is_known():
    assert os.environ.get("BILLING_MODE", "strict") in ("strict", "lenient")
