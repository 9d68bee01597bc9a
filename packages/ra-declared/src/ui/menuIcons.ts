import AccountBalanceWallet from '@mui/icons-material/AccountBalanceWalletOutlined';
import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined';
import BarChart from '@mui/icons-material/BarChartOutlined';
import Business from '@mui/icons-material/BusinessOutlined';
import Circle from '@mui/icons-material/FiberManualRecordOutlined';
import CreditCard from '@mui/icons-material/CreditCardOutlined';
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined';
import Folder from '@mui/icons-material/FolderOutlined';
import Hub from '@mui/icons-material/HubOutlined';
import Key from '@mui/icons-material/KeyOutlined';
import Link from '@mui/icons-material/LinkOutlined';
import List from '@mui/icons-material/ListAltOutlined';
import Payments from '@mui/icons-material/PaymentsOutlined';
import People from '@mui/icons-material/PeopleOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import Receipt from '@mui/icons-material/ReceiptLongOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import SwapHoriz from '@mui/icons-material/SwapHorizOutlined';
import { ICON_NAMES, type IconName } from '@merchant-console/declaration';

const ICONS: Record<IconName, typeof Circle> = {
  dashboard: Dashboard,
  receipt: Receipt,
  order: Receipt,
  wallet: AccountBalanceWallet,
  payments: Payments,
  card: CreditCard,
  transfer: SwapHoriz,
  hub: Hub,
  people: People,
  person: Person,
  business: Business,
  roles: AdminPanelSettings,
  key: Key,
  chart: BarChart,
  list: List,
  settings: Settings,
  folder: Folder,
  link: Link,
};

/** Icon of a menu entry. An unknown name gets a dot, so that a closed sidebar has something to press. */
export function menuIcon(name: string | null) {
  const known = ICON_NAMES.find((one) => one === name);
  return known ? ICONS[known] : Circle;
}
