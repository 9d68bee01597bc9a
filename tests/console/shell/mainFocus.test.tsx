import { act, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { Layout } from '#console/shell/Layout.tsx';
import { renderInConsole } from './renderInConsole.tsx';

const BRAND = { title: 'Merchant console', logo: '/logo.svg' };
const NOTHING = {
  items: [],
  crumbs: [],
  profile: null,
  tabs: null,
  signOut: () => {},
  sides: { isTest: false, switchSide: null },
};

function Page() {
  const { pathname } = useLocation();
  return (
    <Layout brand={BRAND} {...NOTHING} current={pathname} page={pathname}>
      <input aria-label="Typed" />
    </Layout>
  );
}

describe('the focus', () => {
  function goTo(address: string) {
    act(() => {
      window.history.pushState(null, '', address);
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
  }

  it('moves to the page that opens', () => {
    renderInConsole(<Page />);
    screen.getByLabelText('Typed').focus();
    goTo('/order/paymentOrder');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('stays in a dialog that was opened while the page was loading', () => {
    renderInConsole(
      <>
        <Page />
        <div role="dialog" aria-modal="true">
          <input aria-label="Sought" />
        </div>
      </>,
    );
    screen.getByLabelText('Sought').focus();
    goTo('/order/paymentOrder');
    expect(screen.getByLabelText('Sought')).toHaveFocus();
  });
});
