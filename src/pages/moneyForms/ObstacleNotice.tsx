import CreditCardOffOutlinedIcon from '@mui/icons-material/CreditCardOffOutlined';
import BlockOutlinedIcon from '@mui/icons-material/BlockOutlined';
import AccountBalanceWalletOutlinedIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import { useNavigate } from 'react-router-dom';
import type { MoneyForm } from '#shared/contract/moneyForms.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { formatInstant } from '#console/views/record/formatInstant.ts';
import { useResourcePlace } from '#console/views/resourcePlaces.ts';
import { Notice } from '#console/views/state/Notice.tsx';
import { usableFrom, type Obstacle } from './moneyChoices.ts';
import type { MoneyKind } from './moneyKinds.ts';

interface ObstacleNoticeProps {
  kind: MoneyKind;
  obstacle: Obstacle;
  offer: MoneyForm;
}

const ICONS = {
  no_channel: <BlockOutlinedIcon />,
  no_card: <CreditCardOffOutlinedIcon />,
  no_usable_card: <CreditCardOffOutlinedIcon />,
  no_balance: <AccountBalanceWalletOutlinedIcon />,
};

/** Why there is no form, and where to go instead. */
export function ObstacleNotice({ kind, obstacle, offer }: ObstacleNoticeProps) {
  const context = useFormatContext();
  const { translate } = context;
  const navigate = useNavigate();
  const cards = useResourcePlace('bankcards');
  const recharge = useResourcePlace('recharge');
  const from = usableFrom(offer.cards);
  const isWaiting = obstacle === 'no_usable_card' && from !== null;
  const reason = obstacle === 'no_channel' && offer.is_connected === false ? 'not_connected' : obstacle;
  const text = isWaiting
    ? translate('moneyForms.cards_usable_from', { at: formatInstant(from, context) })
    : translate(`moneyForms.${reason}_text`);
  const way = { no_channel: null, no_card: cards, no_usable_card: cards, no_balance: recharge }[obstacle];
  const words = obstacle === 'no_balance' ? 'menu.recharge' : 'menu.bankcard';
  const action = way && { label: translate(words), onClick: () => void navigate(way.basePath) };
  const title = obstacle === 'no_channel' ? `moneyForms.${kind.page}.closed` : `moneyForms.${obstacle}`;
  return <Notice icon={ICONS[obstacle]} title={translate(title)} text={text} {...(action && { action })} />;
}
