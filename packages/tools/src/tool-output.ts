/** What a tool returns: "Outputs returned by the integration tools: not shown." */
export type ToolOutput = unknown;

/** What push services send of every record. None of it is shown by the interface, so each field may be missing. */
export interface ServiceRecord {
  iden?: string;
  /** False for a tombstone, of which nothing but its times is left. */
  active?: boolean;
  /** Unix seconds. */
  created?: number;
  /** Unix seconds. */
  modified?: number;
  [field: string]: unknown;
}

/** A push, as the service of this package and push services like it send it. */
export interface Push extends ServiceRecord {
  type?: 'note' | 'link' | 'file';
  title?: string;
  body?: string;
  url?: string;
  file_name?: string;
  file_type?: string;
  file_url?: string;
  guid?: string;
  /** Where it stands for the user whose list this is. */
  direction?: 'self' | 'outgoing' | 'incoming';
  dismissed?: boolean;
  sender_email?: string;
  sender_name?: string;
  receiver_email?: string;
  target_device_iden?: string;
  channel_tag?: string;
}

/** A chat, as the service of this package and push services like it send it. */
export interface Chat extends ServiceRecord {
  muted?: boolean;
  /** Whom it is with. */
  with?: { email?: string; name?: string; type?: string; iden?: string; [field: string]: unknown };
}
