import { addressOf, type ShownFormat } from '@merchant-console/declaration';

interface FormattedTextProps {
  format: ShownFormat;
  text: string;
}

const swatch = {
  display: 'inline-block',
  width: '0.875em',
  height: '0.875em',
  marginInlineEnd: '0.5em',
  verticalAlign: '-0.05em',
  borderRadius: 3,
  // Visible on a background of the same colour.
  boxShadow: 'inset 0 0 0 1px rgb(128 128 128 / 60%)',
};

/** A web address, an email address or a phone number as a link, or a colour beside its code. */
export function FormattedText({ format, text }: FormattedTextProps) {
  const address = addressOf(format, text);
  if (address !== null) {
    const elsewhere = format === 'url' ? { target: '_blank', rel: 'noopener noreferrer' } : {};
    return (
      <a href={address} {...elsewhere}>
        {text}
      </a>
    );
  }
  if (format !== 'color' || !/^#[0-9a-f]{6}$/i.test(text)) return text;
  return (
    <>
      <span aria-hidden style={{ ...swatch, backgroundColor: text }} />
      {text}
    </>
  );
}
