import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { MailAddress, MailSettings, SmtpServer } from './mailSettings.ts';

/** Time-outs for a mail server, in milliseconds. It may scan a message before it accepts it. */
const CONNECT_MS = 20_000;
const ANSWER_MS = 60_000;

/** The mail server on this machine, which needs no TLS. */
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

export interface Mail {
  /** Unique; the same for each attempt, so that mail programs recognise a repeated message. */
  id: string;
  to: string;
  subject: string;
  text: string;
  attachment: { name: string; type: string; content: Buffer } | null;
}

/**
 * A message that wasn't accepted. `reason` is an error code such as `ECONNECTION`, or command and status such as
 * `RCPT TO 550`. It contains neither the recipient nor credentials, so it may be logged.
 */
class MailError extends Error {
  constructor(readonly reason: string) {
    super(`The message wasn't accepted: ${reason}`);
    this.name = new.target.name;
  }
}

/** Thrown if recipient or message are refused for good, so that another attempt is useless. */
export class MailRefusedError extends MailError {}

/** Thrown if the message can't be sent now. */
export class MailDelayedError extends MailError {}

/** Sends one message. @throws {MailRefusedError | MailDelayedError} if the mail server hasn't accepted it */
export type SendMail = (mail: Mail) => Promise<void>;

/** Sends messages over SMTP, one connection each. */
export function createMailer({ server, from }: MailSettings): SendMail {
  const transport = createTransport({
    ...connectionOf(server),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return async ({ id, to, subject, text, attachment }) => {
    // As an object, because nodemailer reads a text as a list of addresses.
    const recipient: MailAddress = { name: '', address: to };
    try {
      await transport.sendMail({
        from,
        to: recipient,
        messageId: `<${id}@${domain}>`,
        subject,
        text,
        // No automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: attachment
          ? [{ filename: attachment.name, contentType: attachment.type, content: attachment.content }]
          : [],
      });
    } catch (error) {
      throw failureOf(error);
    }
  };
}

/** How the mail server is reached. Except on this machine, it must offer TLS, because statements are confidential. */
export function connectionOf({ host, port, isSecure, auth }: SmtpServer) {
  return { host, port, secure: isSecure, requireTLS: !LOOPBACK.includes(host), ...(auth && { auth }) };
}

/** Properties of nodemailer's errors. There is no status if the mail server didn't answer, or wasn't asked. */
const errorSchema = z.object({
  code: z.string().default('unknown'),
  command: z.string().default(''),
  responseCode: z.int().optional(),
});

/** Commands whose refusal concerns the recipient or the message. Other refusals concern the account of this server. */
const OF_MESSAGE = ['RCPT TO', 'DATA'];
/** The message wasn't even tried: it is too large, or the mail server can't handle the address. */
const UNSENDABLE = ['EMESSAGE', 'EENVELOPE'];
/** The session was in the wrong state, so another attempt may succeed. */
const BAD_SEQUENCE = 503;

function failureOf(error: unknown): MailRefusedError | MailDelayedError {
  const { code, command, responseCode: status } = errorSchema.catch({ code: 'unknown', command: '' }).parse(error);
  if (status === undefined) return UNSENDABLE.includes(code) ? new MailRefusedError(code) : new MailDelayedError(code);
  const isFinal = status >= 500 && status !== BAD_SEQUENCE && OF_MESSAGE.includes(command);
  return isFinal ? new MailRefusedError(`${command} ${status}`) : new MailDelayedError(`${command} ${status}`);
}
