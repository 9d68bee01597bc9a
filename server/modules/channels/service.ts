import type { ChannelData } from '#shared/contract/channels.ts';
import type { Db } from '#server/db/connect.ts';
import { shownTerms } from '#server/money/openChannel.ts';

/** Filters; all channels if empty. */
interface ChannelChoice {
  type?: ChannelData['type'] | undefined;
  status?: ChannelData['status'] | undefined;
}

export type Channels = ReturnType<typeof createChannels>;

/** The channels of a tenant with the platform's settings. */
export function createChannels({ db }: { db: Db }) {
  /** Ordered by type and name. Channels that the platform has closed for all count as disabled. */
  async function list(merchantId: string, { type, status }: ChannelChoice): Promise<ChannelData[]> {
    let query = db.kysely.selectFrom('v_channels').where('merchant_id', '=', merchantId).selectAll();
    if (type) query = query.where('type', '=', type);
    if (status) query = query.where('status', '=', status);
    const rows = await query.orderBy('type').orderBy('name').orderBy('id').execute();
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      code: row.code,
      type: row.type,
      status: row.status,
      ...shownTerms(row),
    }));
  }

  return { list };
}
