"""A store's state as a few numbers, computed from a copy of its entries.

`entries`, `accepted`, `refused`, `streams`; for each type of event, how many there are; for each
currency what was paid and refunded, in minor units. Numbers that are 0 are left out.
"""

import collections

# Of two tables: entry (stream, accepted: 0 or 1) and event (stream, type, amount, currency).
SQL = """
    SELECT 'entries', count(*) FROM entry
    UNION ALL SELECT 'accepted', sum(accepted) FROM entry
    UNION ALL SELECT 'refused', sum(1 - accepted) FROM entry
    UNION ALL SELECT 'streams', count(DISTINCT stream) FROM entry
    UNION ALL SELECT 'event ' || type, count(*) FROM event GROUP BY type
    UNION ALL
    SELECT CASE payment.type WHEN 'payment-received' THEN 'paid ' ELSE 'refunded ' END
        || created.currency, sum(payment.amount)
    FROM event payment
    JOIN event created ON created.stream = payment.stream AND created.type = 'order-created'
    WHERE payment.type IN ('payment-received', 'payment-refunded')
    GROUP BY payment.type, created.currency
"""


def of_rows(rows):
    return {name: int(number) for name, number in rows if number}


class Adder:
    """Adds up entries, one after another."""

    def __init__(self):
        self.numbers = collections.Counter()
        self.currencies = {}

    def add(self, entry):
        stream = entry["stream"]
        self.numbers["entries"] += 1
        self.numbers["accepted" if "events" in entry else "refused"] += 1
        self.numbers["streams"] += stream not in self.currencies
        self.currencies.setdefault(stream, None)
        for event in entry.get("events", ()):
            self.numbers["event " + event["type"]] += 1
            if event["type"] == "order-created":
                self.currencies[stream] = event["currency"]
            elif event["type"] == "payment-received":
                self.numbers["paid " + self.currencies[stream]] += event["amount"]
            elif event["type"] == "payment-refunded":
                self.numbers["refunded " + self.currencies[stream]] += event["amount"]

    @property
    def summary(self):
        return of_rows(self.numbers.items())
