"""Invoices in the currency of the customer."""

from rates import rate


def total(cents, currency):
    return round(cents * rate(currency))
