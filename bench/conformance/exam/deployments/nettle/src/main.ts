import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { json, raw, Request, Response, NextFunction } from 'express';
import { AppModule } from './app.module';
import { bodyParserErrors, ErrorResponse, HTTPValidationError } from './common/http';
import { StreamLine } from './workers/workers';

async function main() {
  const port = Number(process.argv[2] ?? process.env.PORT ?? 3000);
  const app = await NestFactory.create<NestExpressApplication>(AppModule, { bodyParser: false, logger: ['error'] });
  app.disable('x-powered-by');
  app.enableCors({ exposedHeaders: ['X-Service-Run-ID', 'x-service-job-id'] });

  // The signature of a payment event is over the bytes that were sent.
  app.use('/me/payments/webhook', raw({ type: () => true, limit: '1mb' }), (req: Request & { rawBody?: Buffer }, _res: Response, next: NextFunction) => {
    if (Buffer.isBuffer(req.body)) req.rawBody = req.body;
    req.body = {};
    next();
  });
  app.use(json({ limit: '5mb', strict: false }));
  app.use(bodyParserErrors);

  const config = new DocumentBuilder()
    .setTitle('Nettle Agent Workers')
    .setVersion('0.1.0')
    .addServer(`http://127.0.0.1:${port}`)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'jwt')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key' }, 'apiKey')
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, config, { extraModels: [HTTPValidationError, ErrorResponse, StreamLine] }));

  const stop = () => process.exit(0);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await app.listen(port, '127.0.0.1');
  console.log('ready');
}

void main();
