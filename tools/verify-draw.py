#!/usr/bin/env python3
"""Runs published draws again, and compares each with its file.

python3 tools/verify-draw.py [--terms <hash>] [--root <hash>] <file> [<file> ...]

Written from docs/DRAW.md alone; it needs Python 3 and nothing else. The signature of a round of drand is left to
`npm run verify-draw`: this script checks that the randomness is its hash. With the hashes of terms and root that the house
published before the draw, it also compares each file with them. A line for each file says whether it checks out, or which
steps differ. It ends with 0 if all check out.
"""

import hashlib
import re
import sys
from datetime import date, datetime, timedelta, timezone

HASH = '([0-9a-f]{64})'
TIME = r'(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)'
DAY = r'(\d{4}-\d\d-\d\d)'
SOME = r'([1-9]\d{0,11})'
ANY = r'(0|[1-9]\d{0,11})'
LARGE = r'([1-9]\d{0,14})'

TERMS = [
    'lonja offer 1',
    'offer ([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})',
    r'company (\S|\S.{0,78}\S)',
    'sector ([a-z]+)',
    'listing ((?:XNYS|XNAS|XASE|XMAD):[A-Z0-9.]{1,12})',
    r'price ((?:0|[1-9]\d{0,10})\.\d\d(?:\d?[1-9])?)',
    'lot ' + SOME,
    'lots ' + SOME,
    'most ' + SOME,
    *(name + ' ' + TIME for name in ('opens', 'closes', 'draws', 'delivers', 'lists')),
    'prospectus ' + HASH,
    'seeds ' + DAY + ' ' + HASH,
    'crowd ([01])',
    'beacon (?:seeds|drand ' + HASH + ' ' + LARGE + ')',
    'draw 1',
]
DRAW = [
    'lonja draw 1',
    'customers ' + ANY + ' ' + HASH,
    'crowd ' + ANY + ' (?:none|' + DAY + ' ' + HASH + ')',
    'root ' + ANY + ' ' + HASH,
    'published ' + TIME,
    '(?:round ' + LARGE + ' ([0-9a-f]{96})|day ' + DAY + ' ' + HASH + ')',
    'randomness ' + HASH,
    'seed ' + HASH,
    'allotted ' + ANY + ' ' + ANY,
]
ROW = LARGE + ' ' + SOME + ' ([0-9a-f]{64}|crowd) ' + SOME + ' ' + ANY

# The chain quicknet of drand.
CHAIN = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
GENESIS = 1692803367
PERIOD = 3

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
DAY_MS = 86_400_000


def sha256(*parts):
    return hashlib.sha256(b''.join(parts)).digest()


def be8(number):
    return number.to_bytes(8, 'big')


def text(words):
    return words.encode('utf-8')


def ms_of(time):
    """Milliseconds since 1970; raises ValueError for a time that no calendar has."""
    moment = datetime.strptime(time[:19], '%Y-%m-%dT%H:%M:%S').replace(tzinfo=timezone.utc)
    return round((moment - EPOCH).total_seconds()) * 1000 + int(time[20:23])


def day_of(ms):
    return (EPOCH + timedelta(days=ms // DAY_MS)).date().isoformat()


def read(path):
    """The fields of a file's lines, the text of its terms and its rows; None for another form."""
    with open(path, encoding='utf-8', newline='') as file:
        whole = file.read()
    lines = whole.split('\n')
    if lines.pop() != '' or any(ord(sign) < 32 or 127 <= ord(sign) < 160 for line in lines for sign in line):
        return None
    forms = TERMS + DRAW
    found = [re.fullmatch(form, line, re.ASCII if 'company' not in form else 0) for form, line in zip(forms, lines)]
    rows = [re.fullmatch(ROW, line, re.ASCII) for line in lines[len(forms) :]]
    if len(found) < len(forms) or None in found or None in rows:
        return None
    terms = ''.join(line + '\n' for line in lines[: len(TERMS)])
    applications = [
        {'ticket': int(t), 'lots': int(a), 'mark': mark, 'place': int(place), 'won': int(won)}
        for t, a, mark, place, won in (row.groups() for row in rows)
    ]
    return [one.groups() for one in found], terms, applications


def root_of(leaves):
    level = leaves
    while len(level) > 1:
        pairs = [level[n : n + 2] for n in range(0, len(level), 2)]
        level = [sha256(b'\x01', *pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return level[0].hex()


def crowd_of(offer, lots, most, seed):
    key = sha256(text(f'lonja crowd 1 {offer}'), seed)

    def word(n):
        return int.from_bytes(sha256(key, be8(n))[:4], 'big')

    left = lots * (60 + 341 * word(0) // 2**32) // 100
    crowd = []
    while left > 0:
        asked = min(1 + most * word(len(crowd) + 1) ** 2 // 2**64, left)
        crowd.append(asked)
        left -= asked
    return crowd


def is_day_seed(first_day, end, day, seed):
    links = (date.fromisoformat(day) - date.fromisoformat(first_day)).days
    if not 0 <= links < 4000:
        return False
    hashed = seed
    for _ in range(links + 1):
        hashed = sha256(hashed)
    return hashed.hex() == end


def counted_round(announced, published):
    counted = announced
    while published > (GENESIS + (counted - 1) * PERIOD - 60) * 1000:
        noon = ((GENESIS + (counted - 1) * PERIOD) // 86_400 + 1) * 86_400 + 43_200
        # The noons before the root are over.
        noon = max(noon, published // DAY_MS * 86_400 + 43_200)
        counted = max(1, (noon - GENESIS) // PERIOD + 2)
    return counted


def allotments(offered, ordered):
    """The lots of applications in their order, from what each asks for."""
    demand = sum(ordered)
    count = len(ordered)
    if demand <= offered:
        return ordered
    if offered <= count:
        return [1] * offered + [0] * (count - offered)
    got = [1 + (asked - 1) * (offered - count) // (demand - count) for asked in ordered]
    left = offered - sum(got)
    for n, asked in enumerate(ordered):
        if left > 0 and got[n] < asked:
            got[n] += 1
            left -= 1
    return got


def wrong_in(path, published_hashes):
    """The steps of a file that differ, and the published hashes that are not its own."""
    content = read(path)
    if content is None:
        return ['form']
    fields, terms, rows = content
    try:
        times = [ms_of(fields[n][0]) for n in (9, 10, 11, 12, 13, 23)]
        date.fromisoformat(fields[15][0])
    except ValueError:
        return ['form']
    closes, published = times[1], times[5]
    offer, lots, most = fields[1][0], int(fields[7][0]), int(fields[8][0])
    first_day, end = fields[15]
    customers = [row for row in rows if row['mark'] != 'crowd']
    invented = rows[len(customers) :]
    wrong = []

    def step(name, holds):
        if not holds:
            wrong.append(name)

    counts = [int(fields[n][0]) for n in (20, 21, 22)] == [len(customers), len(invented), len(rows)]
    tickets = [row['ticket'] for row in rows]
    apart = all(row['mark'] != 'crowd' for row in rows[: len(customers)])
    once = len({row['mark'] for row in customers}) == len(customers)
    ordered = all(before < after for before, after in zip(tickets, tickets[1:]))
    step('list', counts and apart and once and ordered and all(row['lots'] <= most for row in rows) and published > closes)

    _, crowd_day, crowd_seed = fields[21]
    if fields[16][0] == '0':
        step('crowd', crowd_seed is None and not invented)
    elif crowd_seed is None or crowd_day != day_of(closes):
        step('crowd', False)
    else:
        seed = bytes.fromhex(crowd_seed)
        first = (customers[-1]['ticket'] if customers else 0) + 1
        expected = list(enumerate(crowd_of(offer, lots, most, seed), first))
        same = [(row['ticket'], row['lots']) for row in invented] == expected
        step('crowd', same and is_day_seed(first_day, end, crowd_day, seed))

    leaves = [sha256(b'\x00', text('terms ' + sha256(text(terms)).hex()))]
    leaves += [sha256(b'\x00', text(f'{row["ticket"]} {row["lots"]} {row["mark"]}')) for row in rows]
    step('root', root_of(leaves) == fields[22][1] and root_of(leaves[: len(customers) + 1]) == fields[20][1])

    chain, announced = fields[17]
    number, signature, day, day_seed = fields[24]
    randomness = fields[25][0]
    if number is None:
        its_day = chain is None and day == day_of(published + 2 * 3_600_000 + DAY_MS)
        step('beacon', its_day and randomness == day_seed and is_day_seed(first_day, end, day, bytes.fromhex(day_seed)))
    else:
        counted = chain is not None and int(number) == counted_round(int(announced), published)
        step('beacon', counted and chain in CHAINS and randomness == sha256(bytes.fromhex(signature)).hex())

    seed = fields[26][0]
    step('seed', sha256(bytes.fromhex(fields[22][1]), text(offer), bytes.fromhex(randomness)).hex() == seed)

    by_rank = sorted(rows, key=lambda row: sha256(bytes.fromhex(seed), be8(row['ticket'])))
    step('order', [row['place'] for row in by_rank] == list(range(1, len(rows) + 1)))

    by_place = sorted(rows, key=lambda row: row['place'])
    got = [row['won'] for row in by_place]
    sums = [int(figure) for figure in fields[27]]
    expected = allotments(lots, [row['lots'] for row in by_place])
    step('allotment', got == expected and sums == [sum(got), lots - sum(got)])

    own = {'--terms': sha256(text(terms)).hex(), '--root': fields[22][1]}
    for option in sorted(published_hashes, reverse=True):
        step('published ' + option[2:], own[option] == published_hashes[option])
    return wrong


CHAINS = {CHAIN}


def main(arguments):
    published_hashes = {}
    while len(arguments) > 1 and arguments[0].startswith('--'):
        option, value, *arguments = arguments
        hash_of = re.fullmatch(HASH, value.lower())
        if option == '--chain' and hash_of:
            # Draws of tests name a chain of their own, with the genesis and the period of the real one.
            CHAINS.add(value)
        elif option in ('--terms', '--root') and hash_of:
            published_hashes[option] = value.lower()
        else:
            sys.exit(f'{option} {value}: a hash of 64 digits behind --terms or --root is expected')
    if not arguments:
        sys.exit(__doc__)
    differ = 0
    for path in arguments:
        wrong = wrong_in(path, published_hashes)
        differ += bool(wrong)
        print(f'{path}: {"DIFFERS in " + ", ".join(wrong) if wrong else "checks out"}')
    print(f'{len(arguments)} draws, {differ} differ')
    return 1 if differ else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
