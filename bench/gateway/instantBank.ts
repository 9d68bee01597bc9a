import type { ChannelModule } from '#server/gateway/channels/ChannelModule.ts';

const paid = (orderNo: string) => ({ status: 'success', channelOrderNo: `I${orderNo}` }) as const;

/** An adapter of a bank that answers at once and takes no time: what is left is the gateway's own. */
const instantBank: ChannelModule = {
  settings: { safeParse: () => ({ success: true, data: null }) },
  secrets: [],
  connect: () => ({
    books: 'instant',
    collections: {
      open: async ({ orderNo }) => ({ status: 'waiting', payUrl: `https://bank.example.com/${orderNo}` }),
      ask: async ({ orderNo }) => paid(orderNo),
      close: async ({ orderNo }) => paid(orderNo),
    },
  }),
};

export default instantBank;
