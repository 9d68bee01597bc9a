import type { BuiltInPage, BuiltInPageProps } from './BuiltInPage.ts';
import { withLateTexts } from './i18n/lateTexts.ts';
import { onDemand } from './loading/onDemand.tsx';
import { PageSkeleton } from './views/state/PageSkeleton.tsx';

/**
 * Fetches the page's code together with the texts that the first list doesn't need. Until both are there, the page's
 * name and outline stand in.
 */
function fetched(load: () => Promise<BuiltInPage>): BuiltInPage {
  return onDemand<BuiltInPageProps>(
    () => withLateTexts(load()),
    ({ title }) => <PageSkeleton title={title} />,
  );
}

const moneyPages = () => import('./pages/moneyForms/moneyPages.tsx');
const passwordPages = () => import('./pages/ownPasswords/passwordPages.tsx');

/** Pages written by hand, by the `component_path` of their menu entries. Any other name is a declared resource. */
export const builtInPages: ReadonlyMap<string, BuiltInPage> = new Map<string, BuiltInPage>([
  ['dashboard', fetched(async () => (await import('./HomePage.tsx')).HomePage)],
  [
    'configurationProblems',
    fetched(
      async () =>
        (await import('./pages/configurationProblems/ConfigurationProblemsPage.tsx')).ConfigurationProblemsPage,
    ),
  ],
  ['editMenu', fetched(async () => (await import('./pages/editMenu/EditMenuPage.tsx')).EditMenuPage)],
  [
    'rolePermissions',
    fetched(async () => (await import('./pages/rolePermissions/RolePermissionsPage.tsx')).RolePermissionsPage),
  ],
  ['recharge', fetched(async () => (await moneyPages()).RechargePage)],
  ['withdraw', fetched(async () => (await moneyPages()).WithdrawPage)],
  ['payment', fetched(async () => (await moneyPages()).PaymentPage)],
  ['statements', fetched(async () => (await import('./pages/statement/StatementPage.tsx')).StatementPage)],
  [
    'basicInformation',
    fetched(async () => (await import('./pages/basicInformation/BasicInformationPage.tsx')).BasicInformationPage),
  ],
  ['loginPassword', fetched(async () => (await passwordPages()).LoginPasswordPage)],
  ['account', fetched(async () => (await import('./pages/account/AccountPage.tsx')).AccountPage)],
  ['payPassword', fetched(async () => (await passwordPages()).PayPasswordPage)],
]);
