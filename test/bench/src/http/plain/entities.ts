import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';

@Entity({ schema: 'access', name: 'account' })
export class Account {
  @PrimaryColumn('integer')
  id!: number;

  @Column('text')
  plan!: string;
}

@Entity({ schema: 'access', name: 'api_key' })
export class ApiKey {
  @PrimaryColumn('integer')
  id!: number;

  @Column('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  @Column('integer', { name: 'daily_limit' })
  dailyLimit!: number;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  @ManyToOne(() => Account)
  @JoinColumn({ name: 'account_id' })
  account!: Relation<Account>;
}

@Entity({ schema: 'access', name: 'key_usage' })
export class KeyUsage {
  @PrimaryColumn('integer', { name: 'key_id' })
  keyId!: number;

  @PrimaryColumn('date')
  day!: string;

  @Column('integer')
  used!: number;

  @Column('integer', { name: 'last_charge' })
  lastCharge!: number;
}

@Entity({ schema: 'catalog', name: 'minifig' })
export class Minifig {
  @PrimaryColumn('integer')
  id!: number;

  @Column('text', { name: 'minifig_number' })
  minifigNumber!: string;
}

@Entity({ schema: 'catalog', name: 'lego_set' })
export class LegoSet {
  @PrimaryColumn('integer')
  id!: number;

  @Column('text', { name: 'set_number' })
  setNumber!: string;

  @Column('text')
  title!: string;

  @Column('text')
  theme!: string;

  @Column('text', { nullable: true })
  subtheme!: string | null;

  @Column('smallint', { nullable: true })
  year!: number | null;

  @Column('integer')
  pieces!: number;

  @Column('text', { name: 'image_url', nullable: true })
  imageUrl!: string | null;

  @Column('text', { nullable: true })
  upc!: string | null;

  @Column('text', { nullable: true })
  ean!: string | null;

  @Column('integer', { name: 'msrp_cents', nullable: true })
  msrpCents!: number | null;

  @Column('date', { name: 'release_date', nullable: true })
  releaseDate!: string | null;

  @Column('date', { name: 'exit_date', nullable: true })
  exitDate!: string | null;

  @Column('double precision', { name: 'box_width_mm', nullable: true })
  boxWidthMm!: number | null;

  @OneToMany(() => SetMinifig, (link) => link.set)
  minifigs!: Relation<SetMinifig[]>;
}

@Entity({ schema: 'catalog', name: 'set_minifig' })
export class SetMinifig {
  @PrimaryColumn('integer', { name: 'set_id' })
  setId!: number;

  @PrimaryColumn('integer', { name: 'minifig_id' })
  minifigId!: number;

  @Column('integer')
  quantity!: number;

  @ManyToOne(() => LegoSet, (set) => set.minifigs)
  @JoinColumn({ name: 'set_id' })
  set!: Relation<LegoSet>;

  @ManyToOne(() => Minifig)
  @JoinColumn({ name: 'minifig_id' })
  minifig!: Relation<Minifig>;
}
