import { NumberField } from 'react-admin';

const TWO_DIGITS = { minimumFractionDigits: 2 };

/** An amount that the server sends in hundredths. */
export function AmountField({ source }: { source: string }) {
  return <NumberField source={source} transform={inUnits} options={TWO_DIGITS} />;
}

function inUnits(hundredths: string): number {
  return Number(hundredths) / 100;
}
