import { Admin, Resource } from 'react-admin';
import { authProvider } from './authProvider.ts';
import { dataProvider } from './dataProvider.ts';
import { LoginPage } from './LoginPage.tsx';
import { OrderList } from './OrderList.tsx';
import { OrderShow } from './OrderShow.tsx';
import { PayoutList } from './PayoutList.tsx';
import { PayoutShow } from './PayoutShow.tsx';

/**
 * A console for two of the lists, written the way a newcomer to react-admin would, following its documentation and with
 * the package's defaults. Only telemetry is off, because nothing else may be fetched.
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
