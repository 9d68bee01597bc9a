import { createRoot } from 'react-dom/client';
import {
  Admin,
  Datagrid,
  DateField,
  List,
  memoryStore,
  NumberField,
  Resource,
  SelectField,
  TextField,
  type DataProvider,
} from 'react-admin';
import simpleRestProvider from 'ra-data-simple-rest';

/** The order list as somebody writes it with react-admin alone: the same rows and columns, from the same server. */
const token = new URLSearchParams(window.location.search).get('token') ?? '';

const provider = simpleRestProvider('/prod-api', async (url: string, options = {}) => {
  const headers = { 'X-Token': token };
  const response = await fetch(url, options.signal ? { headers, signal: options.signal } : { headers });
  const answer: unknown = await response.json();
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null;
  return { status: response.status, headers: response.headers, body: '', json: data };
});

const STATUS = ['pending', 'processing', 'success', 'failed', 'closed'].map((id) => ({ id, name: id }));

function OrderList() {
  return (
    <List perPage={30} sort={{ field: 'created_at', order: 'DESC' }} exporter={false}>
      <Datagrid rowClick="show">
        <TextField source="order_no" />
        <TextField source="merchant_order_no" />
        <TextField source="channel_id" />
        <NumberField source="amount" />
        <NumberField source="fee" />
        <NumberField source="arrival_amount" />
        <SelectField source="status" choices={STATUS} />
        <DateField source="created_at" showTime />
      </Datagrid>
    </List>
  );
}

const dataProvider: DataProvider = provider;
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <Admin dataProvider={dataProvider} store={memoryStore()} disableTelemetry>
      <Resource name="orders" list={OrderList} />
    </Admin>,
  );
}
