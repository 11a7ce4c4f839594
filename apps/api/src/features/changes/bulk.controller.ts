import { newestOfOneState, type Snapshot, SNAPSHOT_KINDS, SnapshotStore, sourceOf } from '@brickmarket/catalog-copy';
import { NotFoundError } from '@brickmarket/domain';
import { AdmissionGate, hashOfApiKey, ItemChanges, timelineOf } from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiProperty } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerKey, QuotaCost, throwUnlessAdmitted } from '../../access/admission.guard.ts';
import { Admitted, type AdmittedRequest, verdictsOf } from '../../access/admission.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { badRequest } from '../../http/api-error.ts';
import { OutsideContract, V1 } from '../../http/contract.ts';
import { isTagNamed } from '../../http/envelope.ts';
import { ContractRoute } from '../../openapi/decorators.ts';
import { LINK_MS, openLink, sealLink } from './download-link.ts';

export class SnapshotResponse {
  @ApiProperty({ enum: SNAPSHOT_KINDS })
  kind!: string;

  @ApiProperty({
    description: 'Cursor of the snapshot. Send it as `after` to `/catalog/changes` to get later changes.',
  })
  cursor!: string;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of records, one per line.' })
  items!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Size of the compressed file, in bytes.' })
  bytes!: number;

  @ApiProperty({ description: 'SHA-256 of the compressed file, in hexadecimal digits.' })
  sha256!: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Quota cost of a whole download, in calls.' })
  cost!: number;

  @ApiProperty({ format: 'uri-reference', description: 'Path on this host. Valid for one hour, without an API key.' })
  download_url!: string;
}

export class BulkResponse {
  @ApiProperty({ type: [SnapshotResponse] })
  snapshots!: readonly SnapshotResponse[];
}

/** Inclusive bytes; `isPart`: from a Range header. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
  readonly isPart: boolean;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Null: outside the file. Several ranges get the whole file. */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | null {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return { start: 0, end: bytes - 1, isPart: false };
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end ? null : { start, end, isPart: true };
}

/** Proportional, so that a resumed download costs only the rest; at least one. */
export function costOf({ start, end }: ByteRange, bytes: number, wholeCost: number): number {
  return Math.max(1, Math.ceil((wholeCost * (end - start + 1)) / bytes));
}

@Controller(`${V1}/catalog/bulk`)
export class BulkController {
  constructor(
    private readonly snapshots: SnapshotStore,
    private readonly changes: ItemChanges,
    private readonly gate: AdmissionGate,
    @Inject(API_CONFIG) private readonly config: Pick<ApiConfig, 'retailStaleDays' | 'retailerNames' | 'snapshotCost'>,
  ) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'The whole catalog as files',
    description:
      'The latest snapshot files: `sets`, `minifigs`, and `history` with two records per set. ' +
      'All files describe the same state. A file is gzip-compressed NDJSON: each line is `data` ' +
      'of the single-item route, byte by byte. Apply the changes since `cursor` to bring a copy ' +
      'up to date.\n\n`download_url` is relative to this host, needs no key and is valid for one ' +
      'hour, unless the key is revoked. A download of the whole file costs `cost` calls; of a ' +
      'part (`Range`), its share. HEAD is free. A 304 costs one call. The list is empty until ' +
      'the first snapshot exists.',
    data: BulkResponse,
    scope: 'asked by body',
  })
  async listSnapshots(
    @Req() { headers }: FastifyRequest,
    @Admitted() { now, versions }: AdmittedRequest,
  ): Promise<BulkResponse> {
    const { timeline } = timelineOf(versions.catalog);
    const source = sourceOf(await this.changes.origin(), timeline, this.config);
    const secret = await this.changes.linkSecret();
    const own = (await this.snapshots.list()).filter((one) => one.source === source);
    const keyHash = hashOfApiKey(bearerKey(headers.authorization));
    const expiresAt = new Date(now.getTime() + LINK_MS);
    const present = (snapshot: Snapshot): SnapshotResponse => ({
      kind: snapshot.kind,
      cursor: snapshot.cursor,
      created_at: snapshot.createdAt.toISOString(),
      items: snapshot.items,
      bytes: snapshot.bytes,
      sha256: snapshot.sha256,
      cost: this.config.snapshotCost,
      download_url: `/${V1}/catalog/bulk/${sealLink(secret, { keyHash, snapshotName: snapshot.name, expiresAt })}`,
    });
    return { snapshots: newestOfOneState(own).map(present) };
  }

  @Get(':link')
  @OutsideContract()
  @ApiExcludeEndpoint()
  async download(
    @Param('link') text: string,
    @Req() { headers, method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const link = openLink(await this.changes.linkSecret(), text);
    if (link === null) throw badRequest('this is not a link of /catalog/bulk: take one from there');
    const snapshot = (await this.snapshots.list()).find(({ name }) => name === link.snapshotName);
    if (snapshot === undefined) throw snapshotGone();
    const { name, bytes, sha256 } = snapshot;
    const etag = `"${sha256}"`;
    const isHead = method === 'HEAD';
    const isUnchanged = isTagNamed(etag, headers['if-none-match']);
    const wantsPart = !isHead && !isUnchanged && [undefined, etag].includes(headers['if-range'] as string | undefined);
    const range = rangeOf(wantsPart ? headers.range : undefined, bytes);
    if (range === null)
      return void reply
        .status(416)
        .header('content-range', `bytes */${bytes}`)
        .send({ error: { code: 'BadRequest', message: `the file has ${bytes} bytes: ask for some of these` } });
    const priceOfGet = isUnchanged ? 1 : costOf(range, bytes, this.config.snapshotCost);
    const cost = isHead ? 0 : priceOfGet;
    const [charged] = await this.gate.charge([{ keyHash: link.keyHash, costs: [cost] }]);
    const { key } = throwUnlessAdmitted(verdictsOf(charged ?? null, [cost])[0]!, reply);
    const refund = (): Promise<void> => this.gate.refund(key.keyId, key.day, cost);
    // By the database's clock, known only from the charge.
    if (link.expiresAt < key.chargedAt) {
      await refund();
      throw badRequest('this link has expired, an hour after it was made: take a new one from /catalog/bulk');
    }
    reply.header('etag', etag);
    if (isUnchanged) return void reply.status(304).send();
    const stream = isHead ? undefined : await this.snapshots.open(name, range);
    if (stream === null) {
      await refund();
      throw snapshotGone();
    }
    if (range.isPart) reply.header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
    await reply
      .status(range.isPart ? 206 : 200)
      .header('content-type', 'application/gzip')
      .header('accept-ranges', 'bytes')
      .header('content-length', range.end - range.start + 1)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(stream);
  }
}

function snapshotGone(): NotFoundError {
  return new NotFoundError('this snapshot was replaced by newer ones: take a new link from /catalog/bulk');
}
