import { Admin, Resource } from 'react-admin';
import { authProvider } from './authProvider.ts';
import { dataProvider } from './dataProvider.ts';
import { LoginPage } from './LoginPage.tsx';
import { OrderList } from './OrderList.tsx';
import { OrderShow } from './OrderShow.tsx';
import { PayoutList } from './PayoutList.tsx';
import { PayoutShow } from './PayoutShow.tsx';

/**
 * A console for two of the lists as somebody new to react-admin writes it after its documentation: nothing made slower
 * or faster than what comes out of the package. Only the call home is off, since nothing else is to be fetched.
 */
export function App() {
  return (
    <Admin dataProvider={dataProvider} authProvider={authProvider} loginPage={LoginPage} disableTelemetry>
      <Resource name="orders" options={{ label: 'Collection orders' }} list={OrderList} show={OrderShow} />
      <Resource name="payouts" options={{ label: 'Payout orders' }} list={PayoutList} show={PayoutShow} />
      <Resource name="channels" recordRepresentation="name" />
    </Admin>
  );
}
