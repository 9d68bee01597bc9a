import type { ComponentType } from 'react';
import type { InputKey } from '#shared/declaration/keys.ts';
import type { FieldInputProps } from '#console/fieldTypes/inputs/FieldInputProps.ts';
import { RadioInput } from '#console/fieldTypes/inputs/RadioInput.tsx';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand, type OnDemand } from '#console/loading/onDemand.tsx';

const menuInputs = () => withLateTexts(import('./menus/inputs/menuInputs.ts'));
const RolesInput = onDemand(async () => (await withLateTexts(import('./people/RolesInput.tsx'))).RolesInput);

/** What a field's `input` names. A key without an entry does not compile. */
export const customInputs: Record<InputKey, ComponentType<FieldInputProps> | OnDemand<FieldInputProps>> = {
  radio: RadioInput,
  menuAddress: onDemand(async () => (await menuInputs()).MenuAddressInput),
  menuIcon: onDemand(async () => (await menuInputs()).MenuIconInput),
  menuPage: onDemand(async () => (await menuInputs()).MenuPageInput),
  menuParent: onDemand(async () => (await menuInputs()).MenuParentInput),
  menuRedirect: onDemand(async () => (await menuInputs()).MenuRedirectInput),
  roles: RolesInput,
  currency: onDemand(async () => (await import('./tenants/CurrencyInput.tsx')).CurrencyInput),
  timeZone: onDemand(async () => (await import('./tenants/TimeZoneInput.tsx')).TimeZoneInput),
  channelRates: onDemand(
    async () => (await withLateTexts(import('./tenants/ChannelRatesInput.tsx'))).ChannelRatesInput,
  ),
  merchantCurrency: onDemand(async () => (await import('./tenants/MerchantCurrencyInput.tsx')).MerchantCurrencyInput),
};
