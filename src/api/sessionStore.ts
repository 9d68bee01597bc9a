import {
  createSessionStore,
  type SessionStore as Session,
  type SessionStoreConfig as SessionConfig,
} from '@merchant-console/ra-provider';
import type { MenuTree } from '#shared/contract/session.ts';
import { type CurrencyData, currencyDataSchema, tenantZone } from '@merchant-console/declaration';
import { readableMenuSchema } from './readableMenu.ts';

/** The session stored in this browser, with this product's menu and currency. */
export interface SessionStore extends Session<MenuTree, CurrencyData> {
  /** Saves the time zone in which times are shown from now on. */
  saveTimeZone(timeZone: string): void;
}

export type SessionStoreConfig = Omit<SessionConfig<MenuTree, CurrencyData>, 'schemas'>;

export function createConsoleSession(config: SessionStoreConfig): SessionStore {
  const schemas = { menu: readableMenuSchema, currency: currencyDataSchema };
  const session = createSessionStore({ ...config, schemas });
  return {
    ...session,
    saveTimeZone(timeZone) {
      const data = session.getCurrencyData();
      if (data !== null) {
        session.saveCurrencyData({ ...data, time_zone: timeZone, tenant_time_zone: tenantZone(data) });
      }
    },
  };
}
