import { MoneyPage } from './MoneyPage.tsx';
import { RECHARGE, WITHDRAW, PAYMENT } from './moneyKinds.ts';

interface PageProps {
  address: string;
}

/** Announces money that is on its way to the balance. */
export function RechargePage({ address }: PageProps) {
  return <MoneyPage kind={RECHARGE} address={address} />;
}

/** Takes money to one of the merchant's own cards. */
export function WithdrawPage({ address }: PageProps) {
  return <MoneyPage kind={WITHDRAW} address={address} />;
}

/** Pays somebody else. */
export function PaymentPage({ address }: PageProps) {
  return <MoneyPage kind={PAYMENT} address={address} />;
}
