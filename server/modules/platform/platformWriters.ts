import type { RecordWriter } from '#server/resources/RecordSource.ts';
import { merchantRatesWriter } from './merchantRates.ts';
import { merchantsWriter } from './merchants.ts';
import { platformChannelsWriter } from './platformChannels.ts';
import { platformSettingsWriter } from './platformSettings.ts';
import type { PlatformMeans } from './PlatformMeans.ts';

/** Where the platform writes what it keeps of merchants and channels, by resource. */
export function platformWriters(means: PlatformMeans): Readonly<Record<string, Partial<RecordWriter>>> {
  return {
    merchants: merchantsWriter(means),
    platform_settings: platformSettingsWriter(means),
    platform_channels: platformChannelsWriter(means),
    merchant_rates: merchantRatesWriter(means),
  };
}
