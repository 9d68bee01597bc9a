import type { ChannelPayout } from '../ChannelAdapter.ts';

export interface SandboxResult {
  status: 'processing' | 'success' | 'failed';
  channel_order_no: string | null;
  error_code: string | null;
  error_msg: string | null;
}

const NOTHING_YET = { channel_order_no: null, error_code: null, error_msg: null };

/**
 * The sandbox's rule, by the last two digits of the order's amount in minor units: 13 fails, 77 is kept waiting until
 * somebody asks, anything else is paid.
 */
export function sandboxResult({ amount, orderNo }: Pick<ChannelPayout, 'amount' | 'orderNo'>): SandboxResult {
  switch (amount % 100n) {
    case 13n:
      return {
        ...{ ...NOTHING_YET, status: 'failed', error_code: 'SANDBOX_DECLINED' },
        error_msg: 'The sandbox declines amounts that end in 13',
      };
    case 77n:
      return { ...NOTHING_YET, status: 'processing' };
    default:
      return sandboxPaid({ orderNo });
  }
}

/** Paid, under a number that is always the same for an order. */
export function sandboxPaid({ orderNo }: Pick<ChannelPayout, 'orderNo'>): SandboxResult {
  return { ...NOTHING_YET, status: 'success', channel_order_no: `S${orderNo}` };
}
