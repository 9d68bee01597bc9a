import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { UnknownPage } from '#console/shell/StatusPage.tsx';
import { ownAddress } from '#console/shell/menu/address.ts';
import type { MenuRoute } from '#console/shell/menu/routeTable.ts';
import { useLabel } from '#console/shell/useLabel.ts';
import { lazy, type LazyComponent, PageSkeleton } from '@merchant-console/ra-declared/internal';

/** Shows the page's name and outline until it is loaded. */
function lazyPage(load: () => Promise<BuiltInPage>): LazyComponent<BuiltInPageProps> {
  return lazy<BuiltInPageProps>(load, ({ title }) => <PageSkeleton title={title} />);
}

const moneyPages = () => import('#console/features/moneyForms/moneyPages.tsx');
const passwordPages = () => import('#console/features/passwords/passwordPages.tsx');

/** Handwritten pages, by the `component_path` of their menu entries. Any other name is a declared resource. */
export const builtInPages: ReadonlyMap<string, LazyComponent<BuiltInPageProps>> = new Map([
  ['dashboard', lazyPage(async () => (await import('./ConsoleDashboard.tsx')).ConsoleDashboard)],
  [
    'configurationProblems',
    lazyPage(
      async () =>
        (await import('#console/features/configurationProblems/ConfigurationProblemsPage.tsx'))
          .ConfigurationProblemsPage,
    ),
  ],
  ['editMenu', lazyPage(async () => (await import('#console/features/menus/EditMenuPage.tsx')).EditMenuPage)],
  [
    'rolePermissions',
    lazyPage(async () => (await import('#console/features/roles/RolePermissionsPage.tsx')).RolePermissionsPage),
  ],
  ['recharge', lazyPage(async () => (await moneyPages()).RechargePage)],
  ['withdraw', lazyPage(async () => (await moneyPages()).WithdrawPage)],
  ['payment', lazyPage(async () => (await moneyPages()).PaymentPage)],
  ['statements', lazyPage(async () => (await import('#console/features/statements/StatementPage.tsx')).StatementPage)],
  [
    'basicInformation',
    lazyPage(
      async () => (await import('#console/features/basicInformation/BasicInformationPage.tsx')).BasicInformationPage,
    ),
  ],
  ['loginPassword', lazyPage(async () => (await passwordPages()).LoginPasswordPage)],
  ['account', lazyPage(async () => (await import('#console/features/account/AccountPage.tsx')).AccountPage)],
  ['tryIt', lazyPage(async () => (await import('./GatewayPage.tsx')).GatewayPage)],
  ['payPassword', lazyPage(async () => (await passwordPages()).PayPasswordPage)],
]);

/** Props of a handwritten page. */
interface BuiltInPageProps {
  /** Address of the page itself. */
  address: string;
  /** Title in the menu. */
  title: string;
}

type BuiltInPage = ComponentType<BuiltInPageProps>;

/** The handwritten page of a menu entry. */
export function HandWrittenPage({ route: { page, pattern, title } }: { route: MenuRoute }) {
  const label = useLabel();
  const { pathname } = useLocation();
  const Page = page === null ? undefined : builtInPages.get(page);
  if (!Page) return <UnknownPage component={page ?? ''} />;
  return <Page address={ownAddress(pattern, pathname)} title={label(title)} />;
}
