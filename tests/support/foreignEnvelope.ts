import type { FaultWords } from '@merchant-console/ra-provider/contracts';

/** A third-party back end's envelope, which differs from the console's own in every part. */
export const foreignEnvelope = {
  success: { at: 'outcome', in: ['done'] },
  sessionEnded: { at: 'outcome', in: ['sign-in'] },
  data: 'payload',
  message: 'problem.text',
  errors: { at: 'problem.fields', field: 'name', message: 'text' },
};

export const done = (payload?: unknown) => ({ outcome: 'done', ...(payload !== undefined && { payload }) });

/** @param fields messages by that back end's field names */
export const refusedAbroad = (text: string, fields: Readonly<Record<string, string>> = {}) => ({
  outcome: 'refused',
  problem: { text, fields: Object.entries(fields).map(([name, message]) => ({ name, text: message })) },
});

const NAMES: Readonly<Record<string, string>> = {
  name: 'channelName',
  limit_amount: 'limitAmount',
  group_id: 'owner.groupId',
  created_at: 'createdAt',
};

/** Faults in the format of that back end, with its HTTP status of success. */
export const foreignFaults: FaultWords = {
  refusal: ({ message, errors = {} }) =>
    refusedAbroad(
      message,
      Object.fromEntries(Object.entries(errors).map(([name, text]) => [NAMES[name] ?? name, text])),
    ),
  sessionEnd: (text) => ({ outcome: 'sign-in', problem: { text } }),
};
