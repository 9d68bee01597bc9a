import { DateField, NumberField, ReferenceField, SelectField, Show, SimpleShowLayout, TextField } from 'react-admin';
import { AmountField } from './AmountField.tsx';
import { PAYOUT_STATUS } from './choices.ts';

export function PayoutShow() {
  return (
    <Show>
      <SimpleShowLayout>
        <TextField source="order_no" />
        <TextField source="merchant_order_no" />
        <TextField source="channel_order_no" />
        <ReferenceField source="channel_id" reference="channels" />
        <SelectField source="status" choices={PAYOUT_STATUS} />
        <TextField source="source" />
        <TextField source="payee_name" />
        <TextField source="card_number" />
        <TextField source="bank_name" />
        <TextField source="branch_name" />
        <TextField source="remark" />
        <AmountField source="amount" />
        <AmountField source="fee" />
        <AmountField source="debit_amount" />
        <NumberField source="rate_bps" />
        <AmountField source="fixed_fee" />
        <TextField source="deduction" />
        <TextField source="currency" />
        <TextField source="error_code" />
        <TextField source="error_msg" />
        <DateField source="created_at" showTime />
        <DateField source="finished_at" showTime />
        <DateField source="updated_at" showTime />
        <TextField source="notify_status" />
        <TextField source="notify_url" />
      </SimpleShowLayout>
    </Show>
  );
}
