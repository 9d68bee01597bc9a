import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { signatureBase } from '#shared/gateway/signatureBase.ts';
import { signature } from '#server/crypto/signature.ts';

interface Merchant {
  merchantNo: string;
  key: string;
}

export interface GatewayAnswer {
  status: number;
  /** Stable ID of the error and the reasons of a rejected body, or null if the call succeeded. */
  refused: string | null;
  ms: number;
}

const refusalSchema = z.object({
  data: z.object({ error: z.string(), reasons: z.record(z.string(), z.string()).optional() }),
});

/** Time-out of a merchant's server, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Calls a gateway with signed calls, like merchants' servers. @param address such as `http://127.0.0.1:4000` */
export function gatewayCaller(address: string) {
  return async function call(
    { merchantNo, key }: Merchant,
    name: 'collect' | 'payout' | 'query',
    body: Readonly<Record<string, string>>,
  ): Promise<GatewayAnswer> {
    const signed = {
      ...body,
      merchant_no: merchantNo,
      nonce: randomUUID(),
      sign_type: 'HMAC-SHA256',
      timestamp: String(Math.floor(Date.now() / 1000)),
    };
    const began = performance.now();
    const answer = await fetch(`${address}/gateway/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...signed, sign: signature(signatureBase(Object.entries(signed)), key, 'HMAC-SHA256') }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const refusal = refusalSchema.safeParse(await answer.json().catch(() => null));
    const ms = performance.now() - began;
    if (answer.ok) return { status: answer.status, refused: null, ms };
    const { error, reasons = {} } = refusal.success ? refusal.data.data : { error: `HTTP ${answer.status}` };
    return { status: answer.status, refused: [...new Set([error, ...Object.values(reasons)])].join(' '), ms };
  };
}
