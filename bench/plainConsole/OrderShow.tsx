import { DateField, NumberField, ReferenceField, SelectField, Show, SimpleShowLayout, TextField } from 'react-admin';
import { AmountField } from './AmountField.tsx';
import { ORDER_STATUS } from './choices.ts';

export function OrderShow() {
  return (
    <Show>
      <SimpleShowLayout>
        <TextField source="order_no" />
        <TextField source="merchant_order_no" />
        <TextField source="channel_order_no" />
        <ReferenceField source="channel_id" reference="channels" />
        <SelectField source="status" choices={ORDER_STATUS} />
        <TextField source="subject" />
        <TextField source="payer_name" />
        <AmountField source="amount" />
        <AmountField source="fee" />
        <AmountField source="arrival_amount" />
        <NumberField source="rate_bps" />
        <AmountField source="fixed_fee" />
        <TextField source="deduction" />
        <TextField source="currency" />
        <TextField source="error_code" />
        <TextField source="error_msg" />
        <TextField source="return_url" />
        <TextField source="client_ip" />
        <DateField source="created_at" showTime />
        <DateField source="expires_at" showTime />
        <DateField source="succeeded_at" showTime />
        <DateField source="updated_at" showTime />
        <TextField source="notify_status" />
        <TextField source="notify_url" />
      </SimpleShowLayout>
    </Show>
  );
}
