import type { EnrolmentCheckData } from '#shared/contract/enrolment.ts';
import type { Picture, Stage } from './Picture.ts';

const INVITED: EnrolmentCheckData = {
  username: 'newcomer',
  real_name: '宋雨桐',
  needs_password: true,
  totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauth_url: 'otpauth://totp/Console:newcomer?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
};

const send = ({ press, t }: Stage) => press(t('login.submit'));

/** Pages of users who aren't signed in. */
export const LOGIN_PICTURES: readonly Picture[] = [
  {
    name: 'login',
    address: '/login',
    show: ({ page }) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'login-empty',
    address: '/login',
    show: async (stage) => {
      await send(stage);
      await stage.page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'login-refused',
    address: '/login',
    show: async (stage) => {
      const { page, t } = stage;
      const values = { username: 'demo', password: 'not the password', totp_code: '000000' };
      for (const [field, value] of Object.entries(values)) {
        await page.getByLabel(t(`login.${field}`), { exact: true }).fill(value);
      }
      // A fake response, because the server would soon lock out so many attempts.
      const refusal = { code: 1, msg: t('errors.invalid_credentials'), data: null };
      await page.route('**/prod-api/login', (route) => route.fulfill({ json: refusal }));
      await send(stage);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'enrolment',
    address: '/login',
    show: async ({ page, t }) => {
      await page.route('**/prod-api/enrolment/check', (route) =>
        route.fulfill({ json: { code: 0, msg: '', data: INVITED } }),
      );
      await page.goto(`${new URL(page.url()).origin}/login?invited#enrol=${'x'.repeat(40)}`);
      await page.getByText(t('enrolment.step_authenticator')).waitFor();
    },
  },
];
