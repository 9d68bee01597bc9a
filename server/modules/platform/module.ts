import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { MERCHANTS_VIEW } from './createMerchant.ts';
import { merchantRatesWriter } from './merchantRates.ts';
import { merchantsActions, merchantsWriter } from './merchants.ts';
import { platformChannelsWriter } from './platformChannels.ts';
import { platformSettingsWriter } from './platformSettings.ts';

export const platformModule: Module = {
  resources: async ({ db, clock, cipher, notifyRules }) => {
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
    };
  },
};
