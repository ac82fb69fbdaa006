#!/usr/bin/env python3
"""Works out every fill of an account anew from recorded bars, and compares it with what the house says.

python3 tools/check-fills.py <archive> <folder of bars>

The archive is the customer's own download of all data (a ZIP, or a folder with its CSV files); the bars are the files
SYMBOL.minute.csv that the house replays. Written from docs/MONEY.md, docs/MARKET.md and docs/PRACTICE.md; it needs
Python 3 alone. It ends with 0 if nothing differs. Orders that may convert currencies, and
those that a new ticker has moved, are left out; their groups are counted.
"""

import csv
import io
import sys
import zipfile
from bisect import bisect_right
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

SESSIONS = {
    'XNYS': ('America/New_York', (9, 30), (16, 0)),
    'XNAS': ('America/New_York', (9, 30), (16, 0)),
    'XASE': ('America/New_York', (9, 30), (16, 0)),
    'XMAD': ('Europe/Madrid', (9, 0), (17, 30)),
}
MINUTE = 60_000
NEVER = 10**18


def up(value, by):
    return -(-value // by)


def tables_of(archive):
    """The rows of the tables, from the ZIP or from a folder."""

    def rows(name, needed=True):
        path = Path(archive)
        if path.is_dir():
            found = [file for file in (path / f'{name}.csv', path / 'csv' / f'{name}.csv') if file.exists()]
            text = found[0].read_text(encoding='utf-8-sig') if found else ''
        else:
            with zipfile.ZipFile(path) as packed:
                names = packed.namelist()
                text = packed.read(f'csv/{name}.csv').decode('utf-8-sig') if f'csv/{name}.csv' in names else ''
        if needed and not text:
            sys.exit(f'{archive} has no table {name}')
        return list(csv.DictReader(io.StringIO(text)))

    return {name: rows(name, name != 'order_changes') for name in ('orders', 'order_conditions', 'order_changes', 'fills')}


def in_session(venue, at):
    zone, opens, closes = SESSIONS[venue]
    local = datetime.fromtimestamp(at / 1000, timezone.utc).astimezone(ZoneInfo(zone))
    begin = local.replace(hour=opens[0], minute=opens[1], second=0, microsecond=0)
    end = local.replace(hour=closes[0], minute=closes[1], second=0, microsecond=0)
    return local.weekday() < 5 and begin < local <= end


class Events:
    """The quote events of a listing: each minute's closing bid and ask, known when the minute is over."""

    def __init__(self, listing, folder):
        self.at, self.all, self.in_session = [], [], []
        venue, symbol = listing.split(':')
        with open(Path(folder) / f'{symbol}.minute.csv', newline='', encoding='utf-8-sig') as file:
            for row in csv.DictReader(file):
                if not all(row[name] for name in ('bid', 'bid_size', 'ask', 'ask_size')):
                    continue
                began = datetime.strptime(row['time'], '%Y-%m-%dT%H:%M:%SZ').replace(tzinfo=timezone.utc)
                at = int((began + timedelta(minutes=1)).timestamp() * 1000)
                event = {name: int(Decimal(row[name]) * 10_000) for name in ('bid', 'ask')}
                event |= {'at': at, 'bid_size': int(row['bid_size']), 'ask_size': int(row['ask_size'])}
                self.at.append(at)
                self.all.append(event)
                if in_session(venue, at):
                    self.in_session.append(event)

    def before(self, at):
        """The newest event at or before an instant."""
        place = bisect_right(self.at, at)
        return self.all[place - 1] if place else None


def number(text):
    return int(text) if text not in (None, '') else None


def terms_of(row, also):
    names = ('shares', 'limit_e4', 'worst_e4', 'ends_at')
    terms = {name: number(row[name]) for name in names}
    terms |= {name: number(also.get(name)) for name in ('stop_e4', 'trail_e4', 'trail_bps', 'rank_at')}
    return terms | {'in_force': row['in_force']}


PRICES = ('limit_e4', 'stop_e4', 'trail_e4', 'trail_bps')
STOPS = ('stop_e4', 'trail_e4', 'trail_bps')


class Order:
    def __init__(self, row, conditions, changes, events):
        self.id, self.side, self.state = row['id'], row['side'], row['state']
        self.placed, self.through = int(row['market_at']), int(row['through_at'])
        self.opens_at = number(conditions.get('opens_at'))
        old = [(int(change['market_at']), terms_of(change, change)) for change in changes]
        self.versions = old + [(NEVER, terms_of(row, conditions))]
        self.filled, self.value, self.cost, self.fee = 0, 0, 0, 0
        self.triggered, self.is_over = False, False
        self.events = events
        self.price_name = 'ask' if self.side == 'buy' else 'bid'
        self.terms, self.best, self.worst = None, None, None
        self.take(self.versions[0][1], self.placed)

    def take(self, terms, at):
        """The terms from an instant on. A stop that follows begins at the price of then."""
        before, self.terms = self.terms, terms
        quote = self.events.before(at)
        if before is None or any(before[name] != terms[name] for name in STOPS):
            self.best = quote[self.price_name]
        if self.side == 'buy' and (before is None or any(before[name] != terms[name] for name in PRICES)):
            price = self.stop() if self.has_stop() else quote['ask']
            self.worst = terms['limit_e4'] if terms['limit_e4'] is not None else up(price * 10_200, 10_000)

    def has_stop(self):
        return any(self.terms[name] is not None for name in STOPS)

    def stop(self):
        if self.terms['stop_e4'] is not None:
            return self.terms['stop_e4']
        share = self.terms['trail_bps']
        distance = self.terms['trail_e4'] if share is None else max(self.best * share // 10_000, 1)
        return self.best + distance if self.side == 'buy' else self.best - distance

    def move_on(self, at):
        """Takes the terms of an instant: a replacement is after the events up to it."""
        while self.versions[0][0] < at:
            until = self.versions.pop(0)[0]
            self.take(self.versions[0][1], until)

    def rank(self):
        return (self.terms['rank_at'] if self.terms['rank_at'] is not None else self.placed, self.id)

    def concerns(self, at):
        if self.is_over or at <= self.placed or at <= (self.opens_at or 0):
            return False
        if self.state == 'cancelled' and at > self.through:
            return False
        ends = self.terms['ends_at']
        return ends is None or at <= ends

    def meet(self, event, room):
        """The shares that an event fills of an order, out of the room that is left."""
        price = event[self.price_name]
        if self.has_stop() and not self.triggered:
            stop = self.stop()
            if price > 0 and (price >= stop if self.side == 'buy' else price <= stop):
                self.triggered = True
            elif price > 0:
                self.best = min(self.best, price) if self.side == 'buy' else max(self.best, price)
            return 0
        is_good = price > 0 and (
            price <= self.worst if self.side == 'buy' else price >= (self.terms['limit_e4'] or 0)
        )
        rest = self.terms['shares'] - self.filled
        shares = min(rest, room) if is_good else 0
        if self.terms['in_force'] == 'fok' and shares < rest:
            shares = 0
        if shares == rest or self.terms['in_force'] in ('ioc', 'fok', 'open', 'close'):
            self.is_over = True
        return shares

    def fill(self, event, shares):
        """The fill as the house should have it: cost and fee are rounded on the sums over the order."""
        price = event[self.price_name]
        self.filled += shares
        self.value += shares * price
        cost = up(self.value, 100) if self.side == 'buy' else self.value // 100
        fee = max(up(cost * 10, 10_000), 1)
        fee = fee if self.side == 'buy' else min(fee, cost)
        made = (self.id, event['at'], shares, price, cost - self.cost, fee - self.fee)
        self.cost, self.fee = cost, fee
        return made


def fills_of(orders, events, until):
    """The fills of a customer's orders on one listing and side, oldest first on each event."""
    made = []

    def meet_all(event, met, room):
        for order in sorted(met, key=Order.rank):
            shares = order.meet(event, room)
            if shares > 0:
                room -= shares
                made.append(order.fill(event, shares))
        return room

    at_close = [order for order in orders if order.terms['in_force'] == 'close']
    last = {}
    for order in at_close:
        ends = order.terms['ends_at']
        found = [event for event in events.in_session if (order.opens_at or 0) < event['at'] <= ends]
        if found and ends < until:
            last[order.id] = found[-1]['at']
    for event in events.in_session:
        if event['at'] > until:
            break
        for order in orders:
            order.move_on(event['at'])
        size = event['ask_size' if orders[0].side == 'buy' else 'bid_size']
        room = max(size // 4, 1) if size > 0 else 0
        now = [order for order in orders if order not in at_close and order.concerns(event['at'])]
        room = meet_all(event, now, room)
        meet_all(event, [o for o in at_close if last.get(o.id) == event['at'] and o.concerns(event['at'])], room)
    return made


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tables = tables_of(sys.argv[1])
    conditions = {row['id']: row for row in tables['order_conditions']}
    changes = defaultdict(list)
    for row in sorted(tables['order_changes'], key=lambda row: int(row['change'])):
        changes[row['id']].append(row)
    groups = defaultdict(list)
    left_out = set()
    events = {}
    for row in tables['orders']:
        if int(row['other_units']) > 0 or row['fill_rule'] != 'shared' or row['fee_table'] != '2':
            left_out.add((row['customer'], row['listing'], row['side']))
        for change in changes[row['id']]:
            # A new ticker has moved it: it met events of both listings.
            if change.get('listing'):
                left_out.update((row['customer'], of, row['side']) for of in (change['listing'], row['listing']))
        listing = row['listing']
        events[listing] = events.get(listing) or Events(listing, sys.argv[2])
        order = Order(row, conditions.get(row['id'], {}), changes[row['id']], events[listing])
        groups[(row['customer'], listing, row['side'])].append(order)
    until = max((int(row['through_at']) for row in tables['orders']), default=0)
    worked_out, stored = set(), set()
    for key, orders in groups.items():
        if key not in left_out:
            worked_out.update(fills_of(orders, events[key[1]], until))
    for row in tables['fills']:
        if (row['customer'], row['listing'], row['side']) not in left_out:
            names = ('quote_at', 'shares', 'price_e4', 'cost', 'fee')
            stored.add((row['order_id'], *(int(row[name]) for name in names)))
    for fill in sorted(worked_out - stored, key=lambda fill: fill[1]):
        print('missing in the house: order {}, event {}, {} shares at {}, {} and fee {}'.format(*fill))
    for fill in sorted(stored - worked_out, key=lambda fill: fill[1]):
        print('not worked out: order {}, event {}, {} shares at {}, {} and fee {}'.format(*fill))
    differences = len(worked_out ^ stored)
    print(f'{len(tables["orders"])} orders, {len(stored)} fills, {differences} differences, {len(left_out)} groups left out')
    sys.exit(1 if differences else 0)


if __name__ == '__main__':
    main()
