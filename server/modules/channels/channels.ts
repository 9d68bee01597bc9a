import type { Selectable } from 'kysely';
import { channelSchema, type Channel } from '#shared/contract/channel.ts';
import type { Db } from '#server/db/connect.ts';
import type { ChannelsTable } from '#server/db/schema.ts';
import { tableSource } from '#server/resources/tableSource.ts';

function presentChannel({ merchant_id: _, platform_channel_id: __, ...row }: Selectable<ChannelsTable>): Channel {
  return {
    ...row,
    fixed_fee: row.fixed_fee.toString(),
    min_fee: row.min_fee?.toString() ?? null,
    max_fee: row.max_fee?.toString() ?? null,
    min_amount: row.min_amount.toString(),
    max_amount: row.max_amount.toString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const channelsSource = (db: Db) => tableSource(db, 'channels', presentChannel, channelSchema.keyof().options);
