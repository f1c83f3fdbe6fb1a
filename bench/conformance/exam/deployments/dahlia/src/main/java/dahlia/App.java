package dahlia;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
@SpringBootApplication
public class App {
  public static void main(String[] a) { SpringApplication.run(App.class, a); }
  @EventListener(ApplicationReadyEvent.class) public void ready() { System.out.println("ready"); System.out.flush(); }
}
