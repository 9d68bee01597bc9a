import { DataTable, DateField, List, Pagination, SelectField } from 'react-admin';
import { AmountField } from './AmountField.tsx';
import { PAYOUT_STATUS } from './choices.ts';

export function PayoutList() {
  return (
    <List
      perPage={30}
      sort={{ field: 'created_at', order: 'DESC' }}
      pagination={<Pagination rowsPerPageOptions={[10, 30, 50]} />}
    >
      <DataTable>
        <DataTable.Col source="order_no" disableSort />
        <DataTable.Col source="merchant_order_no" disableSort />
        <DataTable.Col source="payee_name" disableSort />
        <DataTable.Col source="card_number" disableSort />
        <DataTable.Col source="amount" align="right">
          <AmountField source="amount" />
        </DataTable.Col>
        <DataTable.Col source="fee" align="right" disableSort>
          <AmountField source="fee" />
        </DataTable.Col>
        <DataTable.Col source="status" disableSort>
          <SelectField source="status" choices={PAYOUT_STATUS} />
        </DataTable.Col>
        <DataTable.Col source="created_at">
          <DateField source="created_at" showTime />
        </DataTable.Col>
      </DataTable>
    </List>
  );
}
