import type { BuiltInPage, BuiltInPageProps } from './BuiltInPage.ts';
import { withLateTexts } from './i18n/lateTexts.ts';
import { onDemand } from './loading/onDemand.tsx';
import { PageSkeleton } from './views/state/PageSkeleton.tsx';

/** Its name and the outline of a page stand in its place until its code has come. */
function fetched(load: () => Promise<BuiltInPage>): BuiltInPage {
  return onDemand<BuiltInPageProps>(load, ({ title }) => <PageSkeleton title={title} />);
}

const homePage = () => withLateTexts(import('./HomePage.tsx')).then(({ HomePage }) => HomePage);
const problemsPage = () =>
  withLateTexts(import('./pages/configurationProblems/ConfigurationProblemsPage.tsx')).then(
    ({ ConfigurationProblemsPage }) => ConfigurationProblemsPage,
  );
const permissionsPage = () =>
  withLateTexts(import('./pages/rolePermissions/RolePermissionsPage.tsx')).then(
    ({ RolePermissionsPage }) => RolePermissionsPage,
  );
const basicInformationPage = () =>
  withLateTexts(import('./pages/basicInformation/BasicInformationPage.tsx')).then(
    ({ BasicInformationPage }) => BasicInformationPage,
  );
const statementPage = () =>
  withLateTexts(import('./pages/statement/StatementPage.tsx')).then(({ StatementPage }) => StatementPage);
const moneyPages = () => withLateTexts(import('./pages/moneyForms/moneyPages.tsx'));
const passwordPages = () => withLateTexts(import('./pages/ownPasswords/passwordPages.tsx'));
const accountPage = () =>
  withLateTexts(import('./pages/account/AccountPage.tsx')).then(({ AccountPage }) => AccountPage);

/** Pages written by hand, by the `component_path` of their menu entries. Any other name is a declared resource. */
export const builtInPages: ReadonlyMap<string, BuiltInPage> = new Map<string, BuiltInPage>([
  ['dashboard', fetched(homePage)],
  ['configurationProblems', fetched(problemsPage)],
  ['editMenu', fetched(async () => (await import('./pages/editMenu/EditMenuPage.tsx')).EditMenuPage)],
  ['rolePermissions', fetched(permissionsPage)],
  ['recharge', fetched(async () => (await moneyPages()).RechargePage)],
  ['withdraw', fetched(async () => (await moneyPages()).WithdrawPage)],
  ['payment', fetched(async () => (await moneyPages()).PaymentPage)],
  ['statements', fetched(statementPage)],
  ['basicInformation', fetched(basicInformationPage)],
  ['loginPassword', fetched(async () => (await passwordPages()).LoginPasswordPage)],
  ['account', fetched(accountPage)],
  ['payPassword', fetched(async () => (await passwordPages()).PayPasswordPage)],
]);
