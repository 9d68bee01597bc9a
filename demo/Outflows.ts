import { addHours } from 'date-fns/addHours';
import {
  type Approval,
  type ApprovalLimits,
  NOTHING_PASSED,
  type Outflow,
  type OutflowRow,
  type Passed,
  periodStart,
  ruleAsking,
} from '#server/money/approvals.ts';
import { KEY_PERIOD, mostOf } from '#server/money/keyLimits.ts';

/** The signing key with which a shop's server pays. */
export interface ShopKey {
  lineageId: string;
  /** Minor units. */
  limits: { perCall: bigint; perDay: bigint };
}

/** What passed without approval in a shop's history, added in order of time, so that the next payment obeys the rules. */
export class Outflows {
  #rows: OutflowRow[] = [];

  constructor(
    private readonly limits: ApprovalLimits,
    private readonly key: ShopKey,
  ) {}

  add(row: OutflowRow): void {
    const longest = Math.max(this.limits.sum_window_hours, KEY_PERIOD.sum_window_hours);
    const since = addHours(row.at, -longest);
    while (this.#rows[0] && this.#rows[0].at <= since) this.#rows.shift();
    this.#rows.push(row);
  }

  /** The rule that asks for approval of a user's payment or refund, or null if it may pass. */
  approvalOf(makerId: string, outflow: Outflow, at: number): Approval | null {
    const earlier = this.#since(makerId, this.limits, at);
    const toAccount = earlier.filter(({ account }) => account === outflow.account);
    const passed = { all: summed(earlier), byAccount: new Map([[outflow.account, summed(toAccount)]]) };
    return ruleAsking(outflow, passed, this.limits);
  }

  /** The most that the shop's server could pay or refund now, in minor units. */
  leftOfKey(at: number): bigint {
    return mostOf(this.key.limits, summed(this.#since(this.key.lineageId, KEY_PERIOD, at)).sum);
  }

  #since(makerId: string, period: Pick<ApprovalLimits, 'sum_window_hours'>, at: number): OutflowRow[] {
    const since = periodStart(period, new Date(at));
    return this.#rows.filter((row) => row.maker_id === makerId && row.at > since);
  }
}

function summed(rows: readonly OutflowRow[]): Passed {
  return rows.reduce(({ sum, count }, { amount }) => ({ sum: sum + amount, count: count + 1 }), NOTHING_PASSED);
}
