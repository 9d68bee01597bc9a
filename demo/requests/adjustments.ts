import { NO_NOTE } from '#server/money/checkers.ts';
import { millisecondsInMinute } from 'date-fns/constants';
import { stepOf, type Step, type Row } from '../Step.ts';
import { type Desk, hoursBeforeEnd, phrasesOf, planEvenly } from './Desk.ts';

type Adjustment = Row<'adjustments'>;

/** Direction of the adjustment and the second operator's decision. */
interface Outcome {
  favours: boolean;
  status: Adjustment['status'];
}

const OUTCOMES: readonly Outcome[] = [
  { favours: true, status: 'pass' },
  { favours: false, status: 'pass' },
  { favours: true, status: 'reject' },
];

/** Corrections by the platform, each of which involves two operators. */
export function planAdjustments(desk: Desk): void {
  const [first, second] = desk.shop.operatorIds;
  if (first === undefined || second === undefined) return;
  const people = { creator_id: first, approver_id: second };
  planEvenly(desk, 3, OUTCOMES, (at, outcome) => adjusted(desk, at, outcome, people));
  const recent = hoursBeforeEnd(desk.shop, 20);
  desk.plan(recent, () =>
    adjusted(desk, recent, { favours: true, status: 'pending' }, { ...people, approver_id: null }),
  );
}

/** Written when it is decided, which is also when it moves money. */
function adjusted(
  desk: Desk,
  at: number,
  { favours, status }: Outcome,
  people: Pick<Adjustment, 'creator_id' | 'approver_id'>,
): Step {
  const { shop } = desk;
  const { random } = shop;
  const phrases = phrasesOf(shop);
  const asked = new Date(Math.max(shop.from, at - random.whole(5, 600) * millisecondsInMinute));
  const decided = status === 'pending' ? null : new Date(at);
  const size = BigInt(Math.round(random.logNormal(shop.medianPrice, 0.6)));
  const row: Adjustment = {
    merchant_id: shop.merchantId,
    id: random.id(asked),
    adjustment_no: shop.numbers.platform('A', asked),
    amount: favours ? size : -size,
    currency: shop.tenant.currency,
    reason: random.pick(favours ? phrases.inFavour : phrases.againstIt),
    status,
    ...people,
    reject_reason: status === 'reject' ? random.pick(phrases.adjustmentRejections) : null,
    decided_at: decided,
    ...NO_NOTE,
    created_at: asked,
    updated_at: decided ?? asked,
  };
  const { id, adjustment_no: no, amount } = row;
  if (status === 'pass' && desk.available() + amount < 0n) return stepOf({});
  const transactions = status === 'pass' ? [desk.booked({ kind: 'adjusted', amount }, { id, no }, at)] : [];
  return stepOf({ rows: { adjustments: [row] }, transactions });
}
