import { z } from 'zod';
import { defineChannel } from '../ChannelModule.ts';
import { bankCollections } from './bankCollections.ts';
import { bankPayouts } from './bankPayouts.ts';
import { createBankClient } from './createBankClient.ts';
import { readBankCallback } from './readBankCallback.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const settingsSchema = z
  .strictObject({
    url: z.url({ protocol: /^https?$/, error: 'must be an address such as https://api.bank.example' }),
    /** Our account there. */
    account: z.string().min(1).max(64),
    keyId: z.string().min(1).max(64),
    secret: z.string().min(32, { error: 'must have at least 32 characters' }),
    timeoutMs: z.int().min(100).max(15_000).default(8_000),
    /** Sends card numbers in the clear: only within a network where nobody listens. */
    allowHttp: z.boolean().default(false),
  })
  .refine(({ url, allowHttp }) => allowHttp || url.startsWith('https:') || LOOPBACK.includes(new URL(url).hostname), {
    path: ['url'],
    error: 'must begin with https, unless allowHttp is true or the bank is on this computer',
  });

/** A bank with the HTTP API that docs/http-bank.md describes. */
export const httpBank = defineChannel({
  settings: settingsSchema,
  secrets: ['secret'],
  connect({ url, account, keyId, secret, timeoutMs }, { clock, callbackUrl }) {
    const address = url.replace(/\/+$/, '');
    const call = createBankClient({ url: address, keyId, secret, timeoutMs }, { clock });
    return {
      books: `${address} ${account}`,
      payouts: bankPayouts({ call, account, callbackUrl }),
      collections: bankCollections({ call, account, callbackUrl }),
      readCallback: (callback) => readBankCallback(callback, { keyId, secret, clock }),
    };
  },
});
