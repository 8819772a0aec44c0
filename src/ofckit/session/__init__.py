"""A scored session: hands as people write them, the points of each, the totals, and who owes whom.

>>> from ofckit.session import read
>>> session = read('''
... Ann: Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s
... Bob: Kc 4h 3s / 5h 5d 6s 6h 9c / 9d 9h Qc Jc 8d
... ''')
>>> session.totals
{'Ann': 17, 'Bob': -17}
>>> session.debts
[Debt(debtor='Bob', creditor='Ann', amount=Decimal('17'))]
"""

from .._problem import Problem
from ._changes import Change
from ._chips import Holding
from ._debts import Debt, debts, money
from ._file import SessionFile
from ._hand import DEFAULT_RULES, Hand, Seat, Unscored, read_stake
from ._known import Question
from ._session import CSV_TITLES, Scored, Session, read

__all__ = [
    "CSV_TITLES",
    "DEFAULT_RULES",
    "Change",
    "Debt",
    "Hand",
    "Holding",
    "Problem",
    "Question",
    "Scored",
    "Seat",
    "Session",
    "SessionFile",
    "Unscored",
    "debts",
    "money",
    "read",
    "read_stake",
]
