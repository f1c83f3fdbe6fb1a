package heron;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Starts the deployment: {@code Main PORT}, or writes config.json: {@code Main --config}. */
public final class Main {
    private static final int THREADS = 48;

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 1 && arguments[0].equals("--config")) {
            new PrintStream(System.out, true, StandardCharsets.UTF_8).print(ConfigWriter.write());
            return;
        }
        if (arguments.length != 1 || !arguments[0].matches("\\d{1,5}")) {
            System.err.println("usage: start.sh PORT");
            System.exit(2);
        }
        activateFault(System.getenv("FAULT"));
        int port = Integer.parseInt(arguments[0]);
        start(port);
        warmUp(port);
        System.out.println("ready");
        System.out.flush();
    }

    private static void activateFault(String id) throws IOException {
        String list = System.getProperty("heron.faults");
        if (id != null && !id.isBlank() && list != null && Files.exists(Path.of(list))) {
            Path more = Path.of(list).resolveSibling("faults.more.json");
            String all = Files.readString(Path.of(list)) + (Files.exists(more) ? Files.readString(more) : "");
            if (!all.contains("\"" + id.trim() + "\"")) {
                System.err.println("no fault is called " + id);
                System.exit(2);
            }
        }
        Fault.activate(id);
    }

    private static void start(int port) throws IOException {
        Store store = new Store();
        ToolCatalog catalog = new ToolCatalog();
        Notifier notifier = new Notifier(store);
        Worker worker = new Worker(store);
        Operation.Table table = new Operation.Table();
        new WorkersApi(store, worker, table);
        new RunsApi(store, table);
        new SubscriptionsApi(store, table);
        new StudioApi(store, table);
        new AgentsApi(store, table);
        new FilesApi(store, table);
        new ChatsApi(store, table);
        new KeysApi(store, table);
        new MoneyApi(store, table);
        new BundlesApi(store, catalog, table);
        new CliAuthApi(store, table);
        new SchedulesApi(store, worker, table);
        new ToolsApi(store, catalog, notifier, table);
        new UserApi(store, table);
        Seed.sow(store, notifier);
        byte[] openApi = Json.write(OpenApi.document(table.all)).getBytes(StandardCharsets.UTF_8);

        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 256);
        server.createContext("/", new Server(store, table.all, openApi));
        ThreadPoolExecutor threads = new ThreadPoolExecutor(THREADS, THREADS, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1024));
        threads.allowCoreThreadTimeOut(true);
        server.setExecutor(threads);
        server.start();
    }

    /** A few harmless requests, so that the first one of a client finds everything loaded. */
    private static void warmUp(int port) throws IOException {
        String jwt = Seed.jwt(Seed.SANDBOX);
        for (int i = 0; i < 3; i++) {
            for (String path : List.of("/me/vip", "/me/billing", "/me/user-tools", "/me/tools/search?q=nothing+at+all", "/me/monetization/summary?period=x")) {
                HttpURLConnection connection = (HttpURLConnection) new URL("http://127.0.0.1:" + port + Server.BASE_PREFIX + path).openConnection();
                connection.setRequestProperty("Authorization", "Bearer " + jwt);
                connection.getResponseCode();
                try (var in = connection.getErrorStream() == null ? connection.getInputStream() : connection.getErrorStream()) {
                    in.readAllBytes();
                } catch (IOException e) {
                    // Some of the answers are refusals; they warm up as well.
                }
                connection.disconnect();
            }
        }
    }
}
