import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { UnknownPage } from '#console/shell/StatusPage.tsx';
import { ownAddress } from '#console/shell/menu/address.ts';
import type { MenuRoute } from '#console/shell/menu/routeTable.ts';
import { useLabel } from '#console/shell/useLabel.ts';
import { PageSkeleton } from '#console/ui/PageSkeleton.tsx';
import { onDemand, type OnDemand } from '#console/ui/loading/onDemand.tsx';

/**
 * Loads the page's code together with the texts that the first list doesn't need. Shows the page's name and outline
 * until both are there.
 */
function fetched(load: () => Promise<BuiltInPage>): OnDemand<BuiltInPageProps> {
  return onDemand<BuiltInPageProps>(
    () => withLateTexts(load()),
    ({ title }) => <PageSkeleton title={title} />,
  );
}

const moneyPages = () => import('#console/features/moneyRequests/moneyPages.tsx');
const passwordPages = () => import('#console/features/passwords/passwordPages.tsx');

/** Handwritten pages, by the `component_path` of their menu entries. Any other name is a declared resource. */
export const builtInPages: ReadonlyMap<string, OnDemand<BuiltInPageProps>> = new Map([
  ['dashboard', fetched(async () => (await import('./HomePage.tsx')).HomePage)],
  [
    'configurationProblems',
    fetched(
      async () =>
        (await import('#console/resource/declaration/ConfigurationProblemsPage.tsx')).ConfigurationProblemsPage,
    ),
  ],
  ['editMenu', fetched(async () => (await import('#console/features/menus/EditMenuPage.tsx')).EditMenuPage)],
  [
    'rolePermissions',
    fetched(async () => (await import('#console/features/roles/RolePermissionsPage.tsx')).RolePermissionsPage),
  ],
  ['recharge', fetched(async () => (await moneyPages()).RechargePage)],
  ['withdraw', fetched(async () => (await moneyPages()).WithdrawPage)],
  ['payment', fetched(async () => (await moneyPages()).PaymentPage)],
  ['statements', fetched(async () => (await import('#console/features/statements/StatementPage.tsx')).StatementPage)],
  [
    'basicInformation',
    fetched(
      async () => (await import('#console/features/basicInformation/BasicInformationPage.tsx')).BasicInformationPage,
    ),
  ],
  ['loginPassword', fetched(async () => (await passwordPages()).LoginPasswordPage)],
  ['account', fetched(async () => (await import('#console/features/account/AccountPage.tsx')).AccountPage)],
  ['tryIt', fetched(async () => (await import('./GatewayPage.tsx')).GatewayPage)],
  ['payPassword', fetched(async () => (await passwordPages()).PayPasswordPage)],
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
