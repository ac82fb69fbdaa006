#!/usr/bin/env python3
"""Works out every fill of an account anew from recorded bars, and compares it with what the house says.

python3 tools/check-fills.py <archive> <folder of bars> [--fills]

The archive is the customer's own download of all data (a ZIP, or a folder with its CSV files); the bars are the files
SYMBOL.minute.csv that the house replays. Written from docs/MONEY.md, docs/MARKET.md and docs/PRACTICE.md; it needs
Python 3 alone. It says how many orders and fills each kind has, and with --fills each fill, and ends with 0 if nothing
differs. Orders that may convert currencies, and those that a new ticker has moved, are left out; their groups are counted.
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
    terms |= {name: number(also.get(name)) for name in ('stop_e4', 'trail_e4', 'trail_bps', 'profit_e4', 'rank_at')}
    return terms | {'in_force': row['in_force']}


PRICES = ('limit_e4', 'stop_e4', 'trail_e4', 'trail_bps')
STOPS = ('stop_e4', 'trail_e4', 'trail_bps')


class Order:
    def __init__(self, row, conditions, changes, events):
        self.id, self.side = row['id'], row['side']
        # An event that reaches the exit of a buy ends the buy: that follows from the bars, as a cancel does not.
        self.is_taken_back = row['state'] == 'cancelled' and row['end_reason'] != 'exit_reached'
        self.placed, self.through = int(row['market_at']), int(row['through_at'])
        self.opens_at, self.of_buy = number(conditions.get('opens_at')), conditions.get('of_buy') or None
        self.leverage = number(conditions.get('leverage')) or 1
        self.kind = kind_of(row, conditions)
        old = [(int(change['market_at']), terms_of(change, change)) for change in changes]
        self.versions = old + [(NEVER, terms_of(row, conditions))]
        self.versions_of = [terms for _, terms in self.versions]
        self.filled, self.value, self.cost, self.fee, self.financed = 0, 0, 0, 0, 0
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
        if self.is_taken_back and at > self.through:
            return False
        ends = self.terms['ends_at']
        return ends is None or at <= ends

    def meet(self, event, room):
        """The shares that an event fills of an order, out of the room that is left."""
        price = event[self.price_name]
        rest = self.terms['shares'] - self.filled
        if self.has_stop() and not self.triggered:
            stop, profit = self.stop(), self.terms['profit_e4']
            if profit is not None and price >= profit:
                self.best = max(self.best, price)
                self.is_over = room >= rest
                return min(rest, room)
            if price > 0 and (price >= stop if self.side == 'buy' else price <= stop):
                self.triggered = True
            elif price > 0:
                self.best = min(self.best, price) if self.side == 'buy' else max(self.best, price)
            return 0
        is_good = price > 0 and (
            price <= self.worst if self.side == 'buy' else price >= (self.terms['limit_e4'] or 0)
        )
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
        # The customer's own part is rounded up. What a sell pays back depends on its lots, and is not worked out here.
        whole = cost + fee
        financed = whole - up(whole, self.leverage) if self.side == 'buy' else 0
        made = (self.id, event['at'], shares, price, cost - self.cost, fee - self.fee, financed - self.financed)
        self.cost, self.fee, self.financed = cost, fee, financed
        return made


def fills_of(orders, events, until):
    """The fills of a customer's orders on one listing, oldest first on each event, sells before buys."""
    made = []
    buys = {order.id: order for order in orders if order.side == 'buy'}

    def meet_all(event, met, room):
        for order in sorted(met, key=Order.rank):
            waited = not order.triggered
            shares = order.meet(event, room)
            if shares > 0:
                room -= shares
                made.append(order.fill(event, shares))
            # What a buy bought after an event has reached its exit would be without protection.
            if order.of_buy in buys and (shares > 0 or (waited and order.triggered)):
                buys[order.of_buy].is_over = True
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
        for side, size in (('sell', event['bid_size']), ('buy', event['ask_size'])):
            room = max(size // 4, 1) if size > 0 else 0
            met = [order for order in orders if order.side == side and order.concerns(event['at'])]
            room = meet_all(event, [order for order in met if order not in at_close], room)
            meet_all(event, [order for order in met if last.get(order.id) == event['at']], room)
    return made


def kind_of(row, conditions):
    """The kind of an order, for the table of the fills."""
    has = {name for name in (*STOPS, 'profit_e4') if conditions.get(name)}
    kind = 'limit' if row['limit_e4'] else 'market'
    if has & {'trail_e4', 'trail_bps'}:
        kind = 'trailing by amount' if 'trail_e4' in has else 'trailing by share'
    elif has:
        kind = 'stop-limit' if row['limit_e4'] else 'stop'
    if 'profit_e4' in has:
        kind = f'pair, {kind}'
    if conditions.get('of_buy'):
        kind = f'{kind}, attached to a buy'
    leverage = number(conditions.get('leverage')) or 1
    return kind if leverage == 1 else f'{kind}, leverage {leverage}'


def unprotected(tables, orders):
    """The fills of buys with an exit that no exit was placed for, or made larger by."""
    conditions = {row['id']: row for row in tables['order_conditions']}
    exits, growths = defaultdict(list), {}
    for order in orders:
        if order.of_buy:
            exits[order.of_buy].append(order)
    for row in tables['order_changes']:
        if row.get('fill'):
            growths[row['fill']] = (row['id'], int(row['change']))
    reasons = {row['id']: row['end_reason'] for row in tables['orders']}
    for fill in tables['fills']:
        also = conditions.get(fill['order_id'], {})
        if not any(also.get(name) for name in ('exits_stop_e4', 'exits_trail_bps', 'exits_profit_e4')):
            continue
        placed, shares = exits[fill['order_id']], int(fill['shares'])
        is_placed = any(o.placed == int(fill['quote_at']) and o.versions_of[0]['shares'] == shares for o in placed)
        grown = growths.get(fill['id'])
        is_grown = any(
            grown is not None
            and grown[0] == o.id
            and o.versions_of[grown[1]]['shares'] - o.versions_of[grown[1] - 1]['shares'] == shares
            for o in placed
        )
        # One that the customer has taken away is not placed again.
        if not is_placed and not is_grown and 'by_customer' not in [reasons[o.id] for o in placed]:
            yield fill


def table_of(orders, fills):
    """Orders, fills and filled shares by kind and time in force."""
    rows = defaultdict(lambda: [0, 0, 0])
    for order in orders:
        rows[(order.kind, order.terms['in_force'])][0] += 1
    by_id = {order.id: order for order in orders}
    for fill in fills:
        order = by_id[fill[0]]
        row = rows[(order.kind, order.terms['in_force'])]
        row[1], row[2] = row[1] + 1, row[2] + fill[2]
    return sorted((*key, *row) for key, row in rows.items())


def main():
    words = [word for word in sys.argv[1:] if word != '--fills']
    if len(words) != 2:
        sys.exit(__doc__)
    tables = tables_of(words[0])
    conditions = {row['id']: row for row in tables['order_conditions']}
    changes = defaultdict(list)
    for row in sorted(tables['order_changes'], key=lambda row: int(row['change'])):
        changes[row['id']].append(row)
    groups, left_out, events = defaultdict(list), set(), {}
    for row in tables['orders']:
        customer, listing = row['customer'], row['listing']
        if int(row['other_units']) > 0 or row['fill_rule'] != 'shared' or row['fee_table'] != '2':
            left_out.add((customer, listing))
        for change in changes[row['id']]:
            # A new ticker has moved it: it met events of both listings.
            if change.get('listing'):
                left_out.update(((customer, change['listing']), (customer, listing)))
        events[listing] = events.get(listing) or Events(listing, words[1])
        order = Order(row, conditions.get(row['id'], {}), changes[row['id']], events[listing])
        groups[(customer, listing)].append(order)
    until = max((int(row['through_at']) for row in tables['orders']), default=0)
    worked_out, stored = set(), set()
    for key, orders in groups.items():
        if key not in left_out:
            worked_out.update(fills_of(orders, events[key[1]], until))
    for row in tables['fills']:
        if (row['customer'], row['listing']) not in left_out:
            names = ('quote_at', 'shares', 'price_e4', 'cost', 'fee')
            financed = max(int(row['financed']), 0)
            stored.add((row['order_id'], *(int(row[name]) for name in names), financed))
    checked = [order for key, orders in groups.items() if key not in left_out for order in orders]
    report(checked, stored, worked_out, [*unprotected(tables, checked)], len(left_out), '--fills' in sys.argv)


def report(orders, stored, worked_out, without_exit, left_out, with_fills):
    """Prints the table, and what differs; ends with 1 if anything does."""
    by_id = {order.id: order for order in orders}
    if with_fills:
        for fill in sorted(stored, key=lambda fill: (fill[1], fill[0])):
            order = by_id[fill[0]]
            when = datetime.fromtimestamp(fill[1] / 1000, timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ')
            figures = '{2} shares at {3}, {4}, fee {5}, financed {6}'.format(*fill)
            result = 'as worked out' if fill in worked_out else 'differs'
            print(f'{when} {order.side} {order.kind}, {order.terms["in_force"]}: {figures}: {result}')
    for fill in sorted(worked_out - stored, key=lambda fill: fill[1]):
        print('missing in the house: order {}, event {}, {} shares at {}, {}, fee {}, financed {}'.format(*fill))
    for fill in sorted(stored - worked_out, key=lambda fill: fill[1]):
        print('not worked out: order {}, event {}, {} shares at {}, {}, fee {}, financed {}'.format(*fill))
    for row in without_exit:
        print(f'without its exit: order {row["order_id"]}, event {row["quote_at"]}, {row["shares"]} shares')
    for kind, in_force, *counts in table_of(orders, stored):
        print(f'{kind}, {in_force}:', '{} orders, {} fills, {} shares'.format(*counts))
    differences = len(worked_out ^ stored) + len(without_exit)
    print(f'{len(orders)} orders, {len(stored)} fills, {differences} differences, {left_out} groups left out')
    sys.exit(1 if differences else 0)


if __name__ == '__main__':
    main()
