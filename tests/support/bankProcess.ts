import { z } from 'zod';
import { startTypeScript } from './startedProcess.ts';

/** ID of the customer's key at the example bank. */
export const BANK_KEY_ID = 'console';
export const BANK_SECRET = 'a secret of thirty-two characters or more';

const statementSchema = z.object({
  movements: z.array(
    z.object({
      type: z.enum(['payout', 'collection', 'refund']),
      reference: z.string(),
      amount: z.string(),
      currency: z.string(),
    }),
  ),
  orders: z.array(z.object({ type: z.string(), reference: z.string(), status: z.string() })),
  /** HTTP statuses of the responses to the bank's callbacks. */
  callbacks: z.array(z.number()),
});
export type BankStatement = z.infer<typeof statementSchema>;

/** The example bank in its own process. */
export interface BankProcess {
  url: string;
  /** Sets the faults of its next signed calls, one per call. Replaces faults that haven't been used yet. */
  faults(next: readonly string[]): Promise<void>;
  /** The bank's books, read when no callback is in progress. */
  statement(): Promise<BankStatement>;
  stop(): Promise<void>;
}

export async function startBank({ toleranceSeconds = 300 } = {}): Promise<BankProcess> {
  const bank = startTypeScript('examples/bank/bank.ts', {
    BANK_PORT: '0',
    BANK_KEY_ID,
    BANK_SECRET,
    BANK_TOLERANCE_SECONDS: String(toleranceSeconds),
  });
  await bank.prints(/bank at http:.*\n/);
  const url = /bank at (\S+)/.exec(bank.output())?.[1] ?? '';
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/test/${path}`, body && { method: 'POST', body: JSON.stringify(body) });
    return statementSchema.parse(await answer.json());
  };
  return {
    url,
    faults: async (next) => void (await ask('faults', next)),
    statement: () => ask('statement'),
    stop: async () => {
      bank.child.kill();
      await bank.ended();
    },
  };
}

/** Number of times money has moved for an order, according to the bank's books. */
export function timesMoved({ movements }: BankStatement, of: { merchantId: string; orderNo: string }): number {
  return movements.filter(({ reference }) => reference === `${of.merchantId}.${of.orderNo}`).length;
}
