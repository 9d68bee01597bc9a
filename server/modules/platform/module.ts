import { subMinutes } from 'date-fns/subMinutes';
import type { Condition } from '#server/resources/compileFilter.ts';
import { narrowedSource } from '#server/resources/narrowedSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import { tenantsSource } from '#server/resources/tenantsSource.ts';
import type { Module } from '../Module.ts';
import { merchantRatesWriter, platformChannelsWriter } from './channels.ts';
import { MERCHANTS_VIEW } from './createMerchant.ts';
import { merchantsActions, merchantsWriter } from './merchants.ts';
import { platformSettingsWriter } from './platformSettings.ts';

export const platformModule: Module = {
  resources: async ({ db, clock, cipher, notifyRules, idleMinutes }) => {
    const sessions = await tenantsSource(db, 'v_merchant_sessions');
    const deps = { db, clock, cipher, ...notifyRules };
    return {
      merchants: {
        source: await viewSource(db, MERCHANTS_VIEW),
        writer: merchantsWriter(deps),
        actions: merchantsActions(deps),
      },
      merchant_rates: { source: await viewSource(db, 'v_merchant_rates'), writer: merchantRatesWriter(deps) },
      platform_channels: { source: await viewSource(db, 'v_platform_channels'), writer: platformChannelsWriter(deps) },
      platform_settings: { source: await viewSource(db, 'v_platform_settings'), writer: platformSettingsWriter(deps) },
      platform_orders: { source: await tenantsSource(db, 'v_platform_orders') },
      platform_payouts: { source: await tenantsSource(db, 'v_platform_payouts') },
      platform_refunds: { source: await tenantsSource(db, 'v_platform_refunds') },
      merchant_users: { source: await tenantsSource(db, 'v_merchant_users') },
      merchant_sessions: {
        source: sessions,
        sourceFor: () => narrowedSource(sessions, unexpiredAt(clock.now(), idleMinutes)),
      },
    };
  },
};

/** Conditions of sessions that are neither expired nor idle for too long. */
function unexpiredAt(now: Date, idleMinutes: number): Condition[] {
  return [
    { kind: 'compare', source: 'expires_at', operator: '>', value: now },
    { kind: 'compare', source: 'last_seen_at', operator: '>', value: subMinutes(now, idleMinutes) },
  ];
}
