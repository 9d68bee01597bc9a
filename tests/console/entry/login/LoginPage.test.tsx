import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LoginPage } from '#console/entry/login/LoginPage.tsx';

const page = {
  title: 'Sign in',
  productTitle: 'Pay',
  logo: '/logo.svg',
  language: 'en' as const,
  changeLanguage: () => {},
  notice: null,
  closeNotice: () => {},
  translate: (key: string) => key,
};

it('says that orders move no money only if channels may use the sandbox', () => {
  const { rerender } = render(
    <LoginPage {...page} sandbox>
      form
    </LoginPage>,
  );
  expect(screen.getByRole('status')).toHaveTextContent('login.sandbox');
  rerender(<LoginPage {...page}>form</LoginPage>);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
