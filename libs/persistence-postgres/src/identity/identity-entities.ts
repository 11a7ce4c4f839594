import type { AuditKind, SignInMethod } from '@brickmarket/persistence-ports';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { AccountEntity } from '../access/access-entities.ts';

@Entity({ schema: 'identity', name: 'credential' })
export class CredentialEntity {
  @PrimaryColumn('integer', { name: 'account_id', primaryKeyConstraintName: 'credential_pkey' })
  accountId!: number;

  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'credential_account_id_fkey' })
  account?: Relation<AccountEntity>;

  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  @Column('text', { name: 'totp_secret', nullable: true })
  totpSecret!: string | null;

  @Column('text', { name: 'pending_totp_secret', nullable: true })
  pendingTotpSecret!: string | null;

  @Column('bigint', { name: 'totp_last_step', default: 0 })
  totpLastStep!: string;

  @Column('integer', { default: 0 })
  epoch!: number;

  @Column('timestamptz', { name: 'totp_set_at', nullable: true })
  totpSetAt!: Date | null;

  @Column('text', { name: 'passkey_user', default: () => '(gen_random_uuid())' })
  passkeyUser!: string;
}

/** Used codes are deleted. */
@Entity({ schema: 'identity', name: 'recovery_code' })
export class RecoveryCodeEntity {
  @PrimaryColumn('integer', { name: 'account_id', primaryKeyConstraintName: 'recovery_code_pkey' })
  accountId!: number;

  @PrimaryColumn('bytea', { name: 'code_hash', primaryKeyConstraintName: 'recovery_code_pkey' })
  codeHash!: Buffer;

  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'recovery_code_account_id_fkey' })
  account?: Relation<AccountEntity>;
}

@Entity({ schema: 'identity', name: 'passkey' })
@Unique('passkey_credential_id_key', ['credentialId'])
@Index('passkey_account', ['accountId'])
export class PasskeyEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'passkey_pkey',
  })
  id!: number;

  @Column('integer', { name: 'account_id' })
  accountId!: number;

  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'passkey_account_id_fkey' })
  account?: Relation<AccountEntity>;

  @Column('bytea', { name: 'credential_id' })
  credentialId!: Buffer;

  @Column('bytea', { name: 'public_key' })
  publicKey!: Buffer;

  @Column('bigint')
  counter!: string;

  @Column('text', { array: true })
  transports!: string[];

  @Column('text')
  name!: string;

  @Column('boolean', { name: 'is_synced' })
  isSynced!: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}

/** Ended sessions are deleted. */
@Entity({ schema: 'identity', name: 'session' })
@Unique('session_token_hash_key', ['tokenHash'])
@Index('session_account', ['accountId'])
export class SessionEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'session_pkey',
  })
  id!: number;

  @Column('integer', { name: 'account_id' })
  accountId!: number;

  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'session_account_id_fkey' })
  account?: Relation<AccountEntity>;

  @Column('bytea', { name: 'token_hash', select: false })
  tokenHash!: Buffer;

  @Column('text')
  method!: SignInMethod;

  @Column('text')
  device!: string;

  @Column('text')
  address!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at' })
  lastUsedAt!: Date;

  @Column('timestamptz', { name: 'verified_at' })
  verifiedAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}

/** Append-only. */
@Entity({ schema: 'identity', name: 'audit_event' })
@Index('audit_event_newest_first', ['accountId', 'id'])
export class AuditEventEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'audit_event_pkey',
  })
  id!: number;

  @Column('integer', { name: 'account_id' })
  accountId!: number;

  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'audit_event_account_id_fkey' })
  account?: Relation<AccountEntity>;

  @Column('timestamptz')
  at!: Date;

  @Column('text')
  kind!: AuditKind;

  @Column('text')
  summary!: string;

  @Column('text', { nullable: true })
  address!: string | null;

  @Column('text', { nullable: true })
  device!: string | null;
}
