import { drawAccount } from '../drawPayout.ts';
import { type Desk, hoursBeforeEnd } from './Desk.ts';
import type { Row } from './NewRows.ts';
import { stepOf, type Step } from '../Step.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A new card can't be withdrawn to for so long. */
const COOLING_OFF_MS = DAY_MS;

/** The company's accounts: its first is there from the start, one is switched off, one has only just been added. */
export function planBankcards(desk: Desk): void {
  const { shop } = desk;
  desk.plan(shop.from, () => newCards(desk, [{ at: shop.from - 20 * DAY_MS, isDefault: true, status: 'enabled' }]));
  if (shop.creatorIds.length === 0) return;
  const middle = Math.floor((shop.from + shop.to) / 2);
  desk.plan(middle, () => newCards(desk, [{ at: middle, isDefault: false, status: 'disabled' }]));
  const recent = hoursBeforeEnd(shop, 5);
  desk.plan(recent, () => newCards(desk, [{ at: recent, isDefault: false, status: 'enabled' }]));
}

interface NewCard {
  at: number;
  isDefault: boolean;
  status: 'enabled' | 'disabled';
}

function newCards(desk: Desk, cards: readonly NewCard[]): Step {
  const { shop } = desk;
  const rows = cards.map(({ at, isDefault, status }): Row<'bankcards'> => {
    const created = new Date(at);
    return {
      merchant_id: shop.merchantId,
      id: shop.random.id(created),
      name: shop.tenant.name,
      ...drawAccount(shop),
      is_default: isDefault,
      status,
      ...{ card_hash: null, revision: 1 },
      usable_at: new Date(at + COOLING_OFF_MS),
      created_at: created,
      updated_at: created,
    };
  });
  desk.cards.push(...rows);
  return stepOf({ rows: { bankcards: rows } });
}
