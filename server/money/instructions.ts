import type { Instructions } from '#server/db/tables/columns.ts';

/** Of channels that take no deposits, and of deposits that need no money to be sent. */
export const NO_INSTRUCTIONS: Instructions = {
  bank_name: null,
  account_holder: null,
  account_number: null,
  branch_name: null,
  reference: null,
};

/** The instructions alone. */
export function instructionsOf(of: Instructions): Instructions {
  const { bank_name, account_holder, account_number, branch_name, reference } = of;
  return { bank_name, account_holder, account_number, branch_name, reference };
}

/** The instructions of a deposit: those of its channel, with its number at the end of the reference. */
export function instructionsFor(channel: Instructions, depositNo: string): Instructions {
  if (channel.account_number === null) return NO_INSTRUCTIONS;
  const reference = channel.reference === null ? depositNo : `${channel.reference} ${depositNo}`;
  return { ...instructionsOf(channel), reference };
}
