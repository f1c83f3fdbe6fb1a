package verbena;

import io.vertx.core.*;

public final class Main {
  public static void main(String[] a) throws Exception {
    int port = Integer.parseInt(a[0]);
    Contract.load();
    Catalog.load();
    Seed.load();
    String openapi = Contract.openapi(port).encodePrettily();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(4).setWorkerPoolSize(2).setInternalBlockingPoolSize(2).setBlockedThreadCheckInterval(600000));
    vertx.eventBus().registerDefaultCodec(Req.class, new LocalCodec<>("req")).registerDefaultCodec(Res.class, new LocalCodec<>("res"));
    Future<?> f = Future.succeededFuture();
    for (Service s : new Service[] {new AgentsService(), new StudioService(), new SchedulesService(), new RunsService(), new MoneyService(), new ToolsService(), new NotifierService(), new AccountService()})
      f = f.compose(x -> vertx.deployVerticle(s));
    f.compose(x -> vertx.deployVerticle(() -> new HttpVerticle(port, openapi), new DeploymentOptions().setInstances(2)))
        .onSuccess(x -> { System.out.println("ready"); System.out.flush(); })
        .onFailure(t -> { t.printStackTrace(); System.exit(1); });
  }
}
